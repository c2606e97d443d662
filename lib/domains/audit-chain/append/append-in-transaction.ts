import { type Appended, appendLocked } from "@/lib/domains/audit-chain/append/append";
import { eventActor, prepareEvent, serviceKey } from "@/lib/domains/audit-chain/append/prepare";
import type { EventType, Severity, Source } from "@/lib/domains/audit-chain/enums";
import {
  type ChangedRecord,
  type SealedRecord,
  sealedRecordsMember,
  sealRecords,
} from "@/lib/domains/audit-chain/records/record-states";
import { sqlInTransaction, systemModelId } from "@/lib/domains/audit-chain/store";
import type { Context } from "@/lib/platform/core/context";
import type { Transaction } from "@/lib/platform/database/db";

/** An event that the service writes about its own operations or for an integration. */
export interface ServiceEvent {
  eventType: EventType;
  payload: Record<string, unknown>;
  /** Defaults to the organisation's system model. */
  modelId?: string;
  severity?: Severity;
  tags?: string[];
  /** Defaults to API. */
  source?: Source;
  /** Defaults to now. */
  timestamp?: string;
  /** For an event whose id is already in use elsewhere. */
  id?: string;
  /** Deduplicates repeated work: there is one event per key. */
  sourceKey?: string;
  /** Governed records that the transaction changed. Only events of the system model can seal them. */
  records?: readonly ChangedRecord[];
}

/**
 * Appends events in the transaction of the change they record. Call it last: it takes the chain's lock and reads the
 * states of the records to seal. @throws the error of the first refused event.
 */
export async function appendInTransaction(
  ctx: Pick<Context, "actor" | "clock"> & { organisation: { id: string } },
  tx: Transaction,
  events: ServiceEvent[],
): Promise<Appended[]> {
  const fallbackModelId = events.some((event) => event.modelId === undefined)
    ? await systemModelId(tx, ctx.organisation.id)
    : "";
  const sealed = await sealRecords(
    tx,
    ctx.organisation.id,
    events.flatMap(({ records = [] }) => records),
  );
  const prepared = events.map((event) =>
    prepareEvent(ctx, {
      modelId: event.modelId ?? fallbackModelId,
      eventType: event.eventType,
      severity: event.severity ?? "INFO",
      source: event.source ?? "API",
      actor: eventActor(ctx.actor),
      payload: payloadOf(event, sealed),
      tags: event.tags ?? [],
      timestamp: event.timestamp,
      id: event.id,
      idempotencyKey: event.sourceKey === undefined ? undefined : serviceKey(event.sourceKey),
    }),
  );
  const [outcomes = []] = await appendLocked(sqlInTransaction(tx), ctx.organisation.id, [
    { events: prepared, atomic: true },
  ]);
  const refusal = outcomes.find((outcome) => "refused" in outcome);
  if (refusal) throw refusal.refused;
  return outcomes.flatMap((outcome) => ("appended" in outcome ? outcome.appended : []));
}

/** The payload with the event's sealed states, removed from the front of `sealed`. */
function payloadOf({ payload, records = [], modelId }: ServiceEvent, sealed: SealedRecord[]): Record<string, unknown> {
  if (records.length === 0) return payload;
  if (modelId !== undefined) throw new Error("an event of a registered model cannot seal records");
  return { ...payload, [sealedRecordsMember]: sealed.splice(0, records.length) };
}

/** A change of the organisation's configuration, as recorded on the chain. */
interface ConfigurationChange {
  /** For example `WEBHOOK_ENDPOINT_UPDATED`. */
  kind: string;
  /** The changed record, which the event seals. */
  record: ChangedRecord;
  /** Further members of the payload. Must not contain secrets or personal data that could need erasure. */
  payload: Record<string, unknown>;
  /** Set if the change stores the event's id. */
  eventId?: string;
}

/** Records a change as a CONFIG_CHANGE event of the system model. Call it last in the transaction. @returns its position. */
export async function recordConfigurationChange(
  ctx: Pick<Context, "actor" | "clock"> & { organisation: { id: string } },
  tx: Transaction,
  { kind, record, payload, eventId }: ConfigurationChange,
): Promise<number> {
  const [appended] = await appendInTransaction(ctx, tx, [
    {
      ...(eventId !== undefined && { id: eventId }),
      eventType: "CONFIG_CHANGE",
      payload: { kind, ...payload },
      records: [record],
    },
  ]);
  if (!appended) throw new Error("a change has no event");
  return appended.chainPosition;
}
