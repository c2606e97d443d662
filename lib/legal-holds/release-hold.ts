import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { recordHoldChange } from "@/lib/legal-holds/record-change";
import type { LegalHold, ReleaseLegalHold } from "@/lib/legal-holds/schemas";
import { findHold, lockHolds, releaseStoredHold } from "@/lib/legal-holds/store";
import { toHold } from "@/lib/legal-holds/to-hold";

/**
 * Releases a hold for good: what no other hold covers may be erased again, and retention goes on where it stopped. Throws
 * `not_found`, and `conflict` for one that was released.
 */
export async function releaseHold(ctx: Context, id: string, { reason }: ReleaseLegalHold): Promise<LegalHold> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockHolds(tx, organisationId);
    const hold = await findHold(tx, organisationId, id);
    if (!hold) throw notFound("legal hold");
    if (hold.releasedAt) {
      throw new ServiceError("conflict", `The hold was released at ${hold.releasedAt.toISOString()}.`);
    }
    const nowMs = ctx.clock.now();
    const releasedBy = newId("auditEvent", nowMs);
    const released = { releasedBy, releasedAt: new Date(nowMs), releaseReason: reason };
    const stored = await releaseStoredHold(tx, organisationId, id, released);
    await recordHoldChange(ctx, tx, { kind: "LEGAL_HOLD_RELEASED", hold, eventId: releasedBy });
    return toHold(stored);
  });
}
