import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { withMembership } from "@/lib/shadow-ai/detections/assignees";
import { findDetection } from "@/lib/shadow-ai/detections/detection-store";
import { findSimilar } from "@/lib/shadow-ai/detections/similar-store";
import { toDetection } from "@/lib/shadow-ai/detections/to-detection";
import { findSettings } from "@/lib/shadow-ai/organisation/settings-store";
import type { SimilarDetections } from "@/lib/shadow-ai/schemas";

const similarMax = 10;

/**
 * Detections that tell of what may be the same: others of the same use, then those of its host, of its provider and of its
 * department, each newest first, at most ten. Throws `not_found`.
 */
export async function findSimilarDetections(ctx: Context, id: string): Promise<SimilarDetections> {
  const organisationId = ctx.organisation.id;
  const stored = await findDetection(ctx.tx, organisationId, id);
  if (!stored) throw notFound("detection");
  const [similar, { slaDays }] = await Promise.all([
    findSimilar(stored, similarMax),
    findSettings(ctx.tx, organisationId),
  ]);
  const data = similar.map((one) => toDetection(one, slaDays));
  return { data: await withMembership(ctx, ctx.tx, data) };
}
