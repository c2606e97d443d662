import type { Appended } from "@/lib/domains/audit-chain/append/append";
import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import { type ErasureRecord, erasureEventType, erasurePayload } from "@/lib/domains/audit-chain/erasure/erasure-record";
import { bigintText } from "@/lib/domains/audit-chain/store";
import { anyIsoText, type Erased } from "@/lib/domains/audit-chain/stored-event";
import type { Context } from "@/lib/platform/core/context";
import { isId } from "@/lib/platform/core/id-prefixes";
import type { Transaction } from "@/lib/platform/database/db";

/** An event to be erased, without its content. */
interface ErasableEvent {
  id: string;
  chainPosition: number;
  contentHash: string;
  modelId: string;
  eventType: string;
  timestamp: string;
  recordedAt: string;
  hasContent: boolean;
  /** Whether it belongs to the system model. */
  isAdministrative: boolean;
}

export async function findErasable(
  tx: Transaction,
  organisationId: string,
  eventId: string,
): Promise<ErasableEvent | undefined> {
  if (!isId("auditEvent", eventId)) return undefined;
  const rows = await tx.$queryRawUnsafe<ErasableEvent[]>(
    `SELECT event.id, event.chain_position::float8 AS "chainPosition", event.content_hash AS "contentHash",
       event.model_id AS "modelId", event.event_type AS "eventType", ${anyIsoText("timestamp")} AS "timestamp",
       ${anyIsoText("recorded_at")} AS "recordedAt", event.content IS NOT NULL AS "hasContent",
       EXISTS (SELECT FROM models model
         WHERE model.organisation_id = $1 AND model.id = event.model_id AND model.system) AS "isAdministrative"
     FROM audit_events event WHERE event.organisation_id = $1 AND event.id = $2`,
    organisationId,
    eventId,
  );
  return rows[0];
}

/** Triggers delete the content, and its words in the search. */
async function insertErasure(
  tx: Transaction,
  organisationId: string,
  event: ErasableEvent,
  record: Appended,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO event_erasures (organisation_id, chain_position, event_id, content_hash, recorded_position,
      recorded_event_id, erased_at)
    VALUES (${organisationId}, ${bigintText(event.chainPosition)}::bigint, ${event.id}, ${event.contentHash},
      ${bigintText(record.chainPosition)}::bigint, ${record.id}, ${record.recordedAt}::timestamptz)`;
}

/**
 * Erases the content of an event, as the last step of the caller's transaction. An event of the system model records
 * it. The database refuses an erasure without that event, a second one, and one of the system model's events.
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
