import { appendInTransaction } from "@/lib/audit-chain/append-in-transaction";
import { type ErasureRecord, erasureEventType, erasurePayload } from "@/lib/audit-chain/erasure/erasure-record";
import { type ErasableEvent, insertErasure } from "@/lib/audit-chain/erasure/erasure-store";
import type { Erased } from "@/lib/audit-chain/stored-event";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";

/**
 * Takes the content away from an event of the chain, as the last thing in the caller's transaction: an event of the system
 * model says so, and the row, whose hashes stay, loses content, salt, tags, metadata and the hash of its request. The
 * database refuses it without that event, of an event of the system model, and a second time.
 */
export async function eraseContent(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  event: ErasableEvent,
  { legalBasis, reference }: Pick<ErasureRecord, "legalBasis" | "reference">,
): Promise<Erased> {
  const { id: eventId, chainPosition, contentHash } = event;
  const payload = erasurePayload({ eventId, chainPosition, contentHash, legalBasis, reference });
  const [record] = await appendInTransaction(ctx, tx, [{ eventType: erasureEventType, payload }]);
  if (!record) throw new Error("an erasure has no event");
  await insertErasure(tx, ctx.organisation.id, event, record);
  return {
    at: record.recordedAt,
    eventId: record.id,
    chainPosition: record.chainPosition,
    legalBasis,
    reference,
  };
}
