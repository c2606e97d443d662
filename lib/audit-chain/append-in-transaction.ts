import { type Appended, appendLocked } from "@/lib/audit-chain/append";
import { eventActor } from "@/lib/audit-chain/event-actor";
import { prepareEvent } from "@/lib/audit-chain/prepare";
import { serviceKey } from "@/lib/audit-chain/service-key";
import { sqlInTransaction } from "@/lib/audit-chain/sql";
import { systemModelId } from "@/lib/audit-chain/store";
import type { EventType, Severity, Source } from "@/lib/audit-chain/vocabulary";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";

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
}

/**
 * Appends events in the same transaction as the change they record: either both are there, or neither. Call it last,
 * because it takes the chain's lock. Throws what refuses the first event that may not be appended.
 */
export async function appendInTransaction(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  events: ServiceEvent[],
): Promise<Appended[]> {
  const fallbackModelId = events.some((event) => event.modelId === undefined)
    ? await systemModelId(tx, ctx.organisation.id)
    : "";
  const prepared = events.map((event) =>
    prepareEvent(ctx, {
      modelId: event.modelId ?? fallbackModelId,
      eventType: event.eventType,
      severity: event.severity ?? "INFO",
      source: event.source ?? "API",
      actor: eventActor(ctx.actor),
      payload: event.payload,
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
