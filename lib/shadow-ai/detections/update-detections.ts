import type { Context } from "@/lib/context";
import { inTransaction, type Transaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { withMembership } from "@/lib/shadow-ai/detections/assignees";
import { findDetections } from "@/lib/shadow-ai/detections/detection-store";
import { isAboutTime } from "@/lib/shadow-ai/detections/filter-store";
import { deadlinesOf } from "@/lib/shadow-ai/detections/list-detections";
import { countDetections, findIds } from "@/lib/shadow-ai/detections/list-store";
import { lockDetections } from "@/lib/shadow-ai/detections/lock-store";
import { toUpdated } from "@/lib/shadow-ai/detections/to-updated";
import { requireStepPermission } from "@/lib/shadow-ai/detections/triage/require-step-permission";
import { findSteps } from "@/lib/shadow-ai/detections/triage/step-store";
import { type StepOutcome, takeStep } from "@/lib/shadow-ai/detections/triage/take-step";
import { bulkMax, type UpdateDetections, type UpdatedDetections } from "@/lib/shadow-ai/schemas-triage";

/**
 * Makes the same change to many detections, by their ids or by a filter whose count the caller knows. What is refused of one
 * is told beside its id and does not hold up the others. Throws `insufficient_scope`, and `conflict` where the filter finds more or fewer.
 */
export async function updateDetections(ctx: Context, input: UpdateDetections): Promise<UpdatedDetections> {
  requireStepPermission(ctx, input.change);
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockDetections(tx, organisationId);
    const ids = input.ids ?? (await idsOf(ctx, tx, input));
    const stored = await findDetections(tx, organisationId, ids);
    const operationId = newId("triageOperation", ctx.clock.now());
    const outcomes = await takeStep(ctx, tx, stored, input.change, { operationId });
    const updated = await withMembership(ctx, tx, [...outcomes.values()].flatMap(updatedOf));
    const shown = new Map(updated.map((each) => [each.id, each]));
    const results = ids.map((id) => shown.get(id) ?? failureOf(id, outcomes.get(id)));
    const failed = results.filter((result) => "error" in result).length;
    const canUndo = (await findSteps(tx, organisationId, { operationId })).length > 0;
    return { updated: results.length - failed, failed, operationId: canUndo ? operationId : null, results };
  });
}

async function idsOf(
  ctx: Context,
  tx: Transaction,
  { filter = {}, expectedCount }: UpdateDetections,
): Promise<string[]> {
  const deadlines = isAboutTime(filter) ? await deadlinesOf({ ...ctx, tx }) : undefined;
  const sought = { organisationId: ctx.organisation.id, filter, deadlines };
  const found = await countDetections(tx, sought);
  if (found === expectedCount) return findIds(tx, sought, bulkMax);
  const message = `The filter finds ${found} detections, not the ${expectedCount} that are expected. Look at the list again.`;
  throw new ServiceError("conflict", message, {
    details: [{ path: "expectedCount", message: `is ${found} by now` }],
    members: { actualCount: found },
  });
}

function updatedOf(outcome: StepOutcome) {
  return "stored" in outcome ? [toUpdated(outcome.stored)] : [];
}

function failureOf(id: string, outcome: StepOutcome | undefined): UpdatedDetections["results"][number] {
  const { code, message, details } = outcome && "refused" in outcome ? outcome.refused : notFound("detection");
  return { id, error: code, message, ...(details ? { details } : {}) };
}
