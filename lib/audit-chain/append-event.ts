import type { Appended } from "@/lib/audit-chain/append";
import { commitEvents } from "@/lib/audit-chain/commit-events";
import { erasureEventType, erasureKind } from "@/lib/audit-chain/erasure/erasure-record";
import { eventActor } from "@/lib/audit-chain/event-actor";
import { type EventDraft, prepareEvent } from "@/lib/audit-chain/prepare";
import { sealedRecordsMember } from "@/lib/audit-chain/records/sealed-records";
import type { AppendEvent, AppendedEvent } from "@/lib/audit-chain/schemas";
import { signerInitialisedKind } from "@/lib/audit-chain/signer/signed-record";
import type { EventType } from "@/lib/audit-chain/vocabulary";
import type { Context } from "@/lib/context";
import { validationFailed } from "@/lib/errors";

/**
 * Appends one event; resolves when it is committed. With an idempotency key, kept with the event for ever, a repeat
 * waits for the first request's commit and gets its event (`replayed`). Throws `validation_failed`, `model_not_registered`,
 * `idempotency_key_reused`, `payload_too_large` and `unavailable`.
 */
export async function appendEvent(
  ctx: Context,
  input: AppendEvent,
  idempotency?: { key: string; requestHash: string },
): Promise<{ event: AppendedEvent; replayed: boolean }> {
  const draft = { ...draftOf(ctx, input), idempotencyKey: idempotency?.key, requestHash: idempotency?.requestHash };
  const [outcome] = await commitEvents(ctx, [prepareEvent(ctx, draft)], true);
  if (outcome && "refused" in outcome) throw outcome.refused;
  if (!outcome || !("appended" in outcome)) throw new Error("an append has no outcome");
  return { event: appendedEvent(ctx.organisation.id, outcome), replayed: outcome.replayed };
}

/**
 * What a writer's input becomes: the caller is the actor where none is named. Throws `validation_failed` for what only the
 * service records.
 */
export function draftOf(ctx: Pick<Context, "actor">, input: AppendEvent): EventDraft {
  if (input.payload["kind"] === erasureKind && input.eventType === erasureEventType) {
    throw validationFailed([
      { path: "payload.kind", message: `must not be ${erasureKind}: the service records erasures` },
    ]);
  }
  if (input.payload["kind"] === signerInitialisedKind) {
    throw validationFailed([
      { path: "payload.kind", message: `must not be ${signerInitialisedKind}: only the service records it` },
    ]);
  }
  if (Object.hasOwn(input.payload, sealedRecordsMember)) {
    const message = "is reserved: only the service seals records";
    throw validationFailed([{ path: `payload.${sealedRecordsMember}`, message }]);
  }
  return {
    modelId: input.modelId,
    eventType: input.eventType,
    severity: input.severity,
    source: "API",
    actor: input.actor ?? eventActor(ctx.actor),
    payload: input.payload,
    tags: input.tags,
    metadata: input.metadata,
    timestamp: input.timestamp,
  };
}

/** What a writer is told. */
export function appendedEvent(
  organisationId: string,
  { appended, verified }: { appended: Appended; verified: boolean },
): AppendedEvent {
  const { id, chainPosition, blockHash, previousHash, timestamp, recordedAt } = appended;
  return {
    id,
    chainPosition,
    blockHash,
    previousHash,
    timestamp,
    recordedAt,
    eventType: appended.eventType as EventType,
    verified,
    receipt: { organisationId, chainPosition, blockHash },
  };
}
