import type { Context } from "@/lib/context";
import { inTransaction, type Transaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { findDetections } from "@/lib/shadow-ai/detections/detection-store";
import { countDetections, findIds } from "@/lib/shadow-ai/detections/list-store";
import { lockDetections } from "@/lib/shadow-ai/detections/lock-store";
import { toUpdated } from "@/lib/shadow-ai/detections/to-updated";
import { type StepOutcome, takeStep } from "@/lib/shadow-ai/detections/triage/take-step";
import { bulkMax, type UpdateDetections, type UpdatedDetections } from "@/lib/shadow-ai/schemas-triage";

/**
 * Makes the same change to many detections, by their ids or by a filter whose count the caller knows. What is refused of one
 * is told beside its id and does not hold up the others. Throws `conflict` where the filter finds more or fewer.
 */
export async function updateDetections(ctx: Context, input: UpdateDetections): Promise<UpdatedDetections> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockDetections(tx, organisationId);
    const ids = input.ids ?? (await idsOf(tx, organisationId, input));
    const stored = await findDetections(tx, organisationId, ids);
    const outcomes = await takeStep(ctx, tx, stored, input.change);
    const results = ids.map((id) => resultOf(id, outcomes.get(id)));
    const failed = results.filter((result) => "error" in result).length;
    return { updated: results.length - failed, failed, results };
  });
}

async function idsOf(
  tx: Transaction,
  organisationId: string,
  { filter = {}, expectedCount }: UpdateDetections,
): Promise<string[]> {
  const found = await countDetections(tx, organisationId, filter);
  if (found === expectedCount) return findIds(tx, organisationId, filter, bulkMax);
  const message = `The filter finds ${found} detections, not the ${expectedCount} that are expected. Look at the list again.`;
  throw new ServiceError("conflict", message, {
    details: [{ path: "expectedCount", message: `is ${found} by now` }],
    members: { actualCount: found },
  });
}

function resultOf(id: string, outcome: StepOutcome | undefined): UpdatedDetections["results"][number] {
  if (outcome && "stored" in outcome) return toUpdated(outcome.stored);
  const { code, message, details } = outcome?.refused ?? notFound("detection");
  return { id, error: code, message, ...(details ? { details } : {}) };
}
