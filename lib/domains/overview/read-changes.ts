import { countFindingsSince, listEvents } from "@/lib/domains/audit-chain";
import { countReadySince } from "@/lib/domains/evidence";
import { findPreviousVisit } from "@/lib/domains/members";
import type { Overview } from "@/lib/domains/overview/schemas";
import { readDetectionChanges } from "@/lib/domains/shadow-ai";
import { countFailedSince } from "@/lib/domains/webhooks";
import type { Context } from "@/lib/platform/core/context";
import { may } from "@/lib/platform/core/roles";

/** Counts what changed since the caller's previous visit. Null on the first visit. Counts without permission are null. */
export async function readChanges(ctx: Context): Promise<Overview["changes"]> {
  const since = await findPreviousVisit(ctx);
  if (!since) return null;
  const organisationId = ctx.organisation.id;
  const from = since.toISOString();
  const events = async (severity: "CRITICAL" | "HIGH") =>
    (await listEvents(ctx, { limit: 1, severity, from })).pagination.total;
  const [detections, integrityFindings, criticalEvents, highEvents, failedDeliveries, readyPackages] =
    await Promise.all([
      may(ctx, "shadow_ai:read") ? readDetectionChanges(ctx, since) : null,
      countFindingsSince(organisationId, since),
      events("CRITICAL"),
      events("HIGH"),
      may(ctx, "webhooks:read") ? countFailedSince(organisationId, since) : null,
      may(ctx, "evidence:read") ? countReadySince(organisationId, since) : null,
    ]);
  return {
    since: from,
    ...{ integrityFindings, criticalEvents, highEvents, failedDeliveries, readyPackages },
    newDetections: detections?.created ?? null,
    overdueDetections: detections?.overdue ?? null,
  };
}
