import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { recordHoldChange } from "@/lib/legal-holds/record-change";
import type { LegalHold, PlaceLegalHold } from "@/lib/legal-holds/schemas";
import { countActiveHolds, insertHold, lockHolds } from "@/lib/legal-holds/store";
import { toHold } from "@/lib/legal-holds/to-hold";
import { findUnregistered } from "@/lib/models";

/** Holds that an organisation may have standing. */
export const activeHoldsMax = 1_000;

/**
 * Places a hold: from its commit on nothing that it covers is erased or deleted, and an erasure that was under way is waited
 * for. Throws `model_not_registered` for a model that there is not, `conflict` when as many stand as may.
 */
export async function placeHold(ctx: Context, input: PlaceLegalHold): Promise<LegalHold> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockHolds(tx, organisationId);
    if ((await countActiveHolds(tx, organisationId)) >= activeHoldsMax) {
      throw new ServiceError(
        "conflict",
        `${activeHoldsMax} legal holds stand, which is the most that may. Release one.`,
      );
    }
    const { name, reason, reference = null, modelIds = [], dateRange } = input;
    const unregistered = await findUnregistered({ ...ctx, tx }, modelIds);
    if (unregistered.length > 0) throw notRegistered(modelIds, unregistered);
    const nowMs = ctx.clock.now();
    const hold = {
      id: newId("legalHold", nowMs),
      name,
      reference,
      modelIds,
      dateFrom: dateRange ? new Date(dateRange.from) : null,
      dateTo: dateRange ? new Date(dateRange.to) : null,
    };
    const placedBy = newId("auditEvent", nowMs);
    const stored = await insertHold(tx, { ...hold, organisationId, reason, placedBy, placedAt: new Date(nowMs) });
    await recordHoldChange(ctx, tx, { kind: "LEGAL_HOLD_PLACED", hold, eventId: placedBy });
    return toHold(stored);
  });
}

function notRegistered(modelIds: string[], unregistered: string[]): ServiceError {
  const details = modelIds.flatMap((id, i) =>
    unregistered.includes(id) ? [{ path: `modelIds[${i}]`, message: "is not registered" }] : [],
  );
  const message = "The hold names models that this organisation has not registered.";
  return new ServiceError("model_not_registered", message, { details });
}
