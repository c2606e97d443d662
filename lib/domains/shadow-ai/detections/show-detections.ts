import { withAssignees } from "@/lib/domains/members";
import type { ListedDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { toDetection } from "@/lib/domains/shadow-ai/detections/to-detection";
import { findPendingRequests } from "@/lib/domains/shadow-ai/exceptions/request-store";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import type { Context } from "@/lib/platform/core/context";
import { prisma } from "@/lib/platform/database/db";

/** Stored detections in the API, with the state of their assignees and exception requests. */
export async function showDetections(
  ctx: Context,
  stored: ListedDetection[],
  slaDays: ShadowAiSettings["slaDays"],
): Promise<ShadowAiDetection[]> {
  if (stored.length === 0) return [];
  // The request of a decided detection can only be rejected or withdrawn.
  const ids = stored.filter(({ status }) => status === "OPEN" || status === "INVESTIGATING").map(({ id }) => id);
  const detections = stored.map((one) => toDetection(one, slaDays));
  const [shown, pending] = await Promise.all([
    withAssignees(ctx, ctx.tx, detections),
    findPendingRequests(ctx.tx ?? prisma(), ctx.organisation.id, ids),
  ]);
  return shown.map((detection) => ({ ...detection, exceptionPending: pending.has(detection.id) }));
}
