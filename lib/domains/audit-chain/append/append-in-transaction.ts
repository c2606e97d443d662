import { type Appended, appendLocked } from "@/lib/domains/audit-chain/append/append";
import { eventActor, prepareEvent, serviceKey } from "@/lib/domains/audit-chain/append/prepare";
import {
  type ChangedRecord,
  type SealedRecord,
  sealedRecordsMember,
  sealRecords,
} from "@/lib/domains/audit-chain/records/record-states";
import { sqlInTransaction, systemModelId } from "@/lib/domains/audit-chain/store";
import type { EventType, Severity, Source } from "@/lib/domains/audit-chain/vocabulary";
import type { Context } from "@/lib/platform/core/context";
import type { Transaction } from "@/lib/platform/database/db";

/** An event that the service writes: about its own work, or what an integration was told. */
export interface ServiceEvent {
  eventType: EventType;
  payload: Record<string, unknown>;
  /** The model it belongs to; the organisation's system model where absent. */
  modelId?: string;
  severity?: Severity;
  tags?: string[];
  /** Where it comes from; API, the service itself, where absent. */
  source?: Source;
  /** When it happened; now where absent. */
  timestamp?: string;
  /** Where it was told of already. */
  id?: string;
  /** What it comes from: of one source there is one event, whatever is repeated. */
  sourceKey?: string;
  /**
   * Governed records that the transaction changed. Their states are sealed, so the event must be on the system model.
   */
  records?: readonly ChangedRecord[];
}

/**
 * Appends events in the transaction of the change they record. Call it last: it takes the chain's lock and reads the
 * states of the records that its events seal. @throws the reason to refuse the first event that is refused.
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

/** The payload with the states that the event seals, taken off the front of `sealed`. */
function payloadOf({ payload, records = [], modelId }: ServiceEvent, sealed: SealedRecord[]): Record<string, unknown> {
  if (records.length === 0) return payload;
  if (modelId !== undefined) throw new Error("an event of a registered model cannot seal records");
  return { ...payload, [sealedRecordsMember]: sealed.splice(0, records.length) };
}

/** A change of the organisation's configuration, as its event on the chain says it. */
interface ConfigurationChange {
  /** What changed: `WEBHOOK_ENDPOINT_UPDATED`. */
  kind: string;
  /** The governed record, as the change leaves it; the event seals it. */
  record: ChangedRecord;
  /** The other members of the payload: never a secret, and nothing that a person could ask to have erased. */
  payload: Record<string, unknown>;
  /** The event's id, where the change stores it. */
  eventId?: string;
}

/**
 * Records a change as a CONFIG_CHANGE event on the system model, as the last act of the change's transaction: it takes the
 * chain's lock.
 *
 * @returns the event's position on the chain.
 */
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
