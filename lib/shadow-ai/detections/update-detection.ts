import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { entityTag, matches, preconditionFailed } from "@/lib/resource/entity-tag";
import { withMembership } from "@/lib/shadow-ai/detections/assignees";
import { findDetection } from "@/lib/shadow-ai/detections/detection-store";
import { lockDetections } from "@/lib/shadow-ai/detections/lock-store";
import { toUpdated } from "@/lib/shadow-ai/detections/to-updated";
import { requireStepPermission } from "@/lib/shadow-ai/detections/triage/require-step-permission";
import { takeStep } from "@/lib/shadow-ai/detections/triage/take-step";
import { triageVersion } from "@/lib/shadow-ai/detections/triage-version";
import type { UpdateDetection, UpdatedDetection } from "@/lib/shadow-ai/schemas-triage";

/**
 * Takes a step in a detection's triage, and answers with its new entity tag. `ifMatch` is the request's `If-Match` header:
 * with it the detection changes only if nobody has decided anything about it since. What is so already is no step. Throws
 * `insufficient_scope`, `not_found`, `precondition_failed`, `validation_failed`, `invalid_transition`, `conflict`, `model_not_registered`, `not_a_member`.
 */
export async function updateDetection(
  ctx: Context,
  id: string,
  change: UpdateDetection,
  ifMatch?: string,
): Promise<{ updated: UpdatedDetection; tag: string }> {
  requireStepPermission(ctx, change);
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockDetections(tx, organisationId);
    const stored = await findDetection(tx, organisationId, id);
    if (!stored) throw notFound("detection");
    const before = triageVersion(stored);
    if (ifMatch !== undefined && !matches(ifMatch, before)) throw preconditionFailed("detection", before);
    const operationId = newId("triageOperation", ctx.clock.now());
    const outcome = (await takeStep(ctx, tx, [stored], change, { operationId })).get(id);
    if (!outcome) throw new Error("a step has no outcome");
    if ("refused" in outcome) throw outcome.refused;
    const [updated] = await withMembership(ctx, tx, [toUpdated(outcome.stored)]);
    if (!updated) throw new Error("a step is not shown");
    return { updated, tag: entityTag(triageVersion(outcome.stored)) };
  });
}
