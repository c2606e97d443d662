import { type Appended, appendLocked, type Outcome } from "@/lib/domains/audit-chain/append/append";
import { groupCommit } from "@/lib/domains/audit-chain/append/group-commit";
import {
  type EventDraft,
  eventActor,
  type PreparedEvent,
  prepareEvent,
  serviceKey,
  serviceKinds,
  signerInitialisedKind,
} from "@/lib/domains/audit-chain/append/prepare";
import type { EventType } from "@/lib/domains/audit-chain/enums";
import { erasureEventType, erasureKind } from "@/lib/domains/audit-chain/erasure/erasure-record";
import { sealedRecordsMember } from "@/lib/domains/audit-chain/records/record-states";
import { AppendEvent, type AppendedEvent, type BatchResult, batchEventsMax } from "@/lib/domains/audit-chain/schemas";
import { sqlInTransaction } from "@/lib/domains/audit-chain/store";
import type { Context } from "@/lib/platform/core/context";
import { type ErrorCode, type ErrorDetail, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { validate } from "@/lib/platform/http/validate";

/**
 * Appends one event; resolves when it is committed. A repeat under the same idempotency key, which is stored
 * permanently, returns the first event (`replayed`). @throws `validation_failed`, `model_not_registered`,
 * `idempotency_key_reused`, `payload_too_large`, `unavailable`.
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
 * The event that a caller's input describes. @throws `validation_failed` for a `kind` that only the service can record.
 */
function draftOf(ctx: Pick<Context, "actor">, input: AppendEvent): EventDraft {
  const { eventType, payload } = input;
  const { kind } = payload;
  const isOfService =
    (kind === erasureKind && eventType === erasureEventType) ||
    kind === signerInitialisedKind ||
    (eventType === "DATA_ACCESS" && serviceKinds.includes(kind));
  if (isOfService) {
    throw validationFailed([
      { path: "payload.kind", message: `must not be ${kind}, which only the service can record` },
    ]);
  }
  if (Object.hasOwn(payload, sealedRecordsMember)) {
    const message = "is reserved for events that the service records";
    throw validationFailed([{ path: `payload.${sealedRecordsMember}`, message }]);
  }
  return { ...input, source: "API", actor: input.actor ?? eventActor(ctx.actor) };
}

function appendedEvent(
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

type Checked = PreparedEvent | ServiceError;

/**
 * Appends up to 1,000 events in order: all or none, or with `partial` each valid one. @throws one error with the
 * problems of all events.
 */
export async function appendBatch(ctx: Context, events: unknown[], partial: boolean): Promise<BatchResult> {
  const checked = events.map((event, index) => check(ctx, event, index));
  const problems = checked.flatMap((result, index) =>
    result instanceof ServiceError ? [{ index, error: result }] : [],
  );
  if (!partial) refuseWhole(problems);
  const prepared = checked.filter((result): result is PreparedEvent => !(result instanceof ServiceError));
  const outcomes = prepared.length > 0 ? await commitEvents(ctx, prepared, !partial) : [];
  if (!partial) refuseWhole(refusals(outcomes));
  return batchResult(ctx.organisation.id, checked, outcomes);
}

function check(ctx: Context, event: unknown, index: number): Checked {
  return attempt(() =>
    prepareEvent(ctx, draftOf(ctx, validate(AppendEvent, event, `events[${index}]`)), `events[${index}].`),
  );
}

function attempt(prepare: () => PreparedEvent): Checked {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

interface Problem {
  index: number;
  error: ServiceError;
}

function refusals(outcomes: Outcome[]): Problem[] {
  return outcomes.flatMap((outcome, index) => ("refused" in outcome ? [{ index, error: outcome.refused }] : []));
}

function refuseWhole(problems: Problem[]): void {
  const first = problems[0];
  if (!first) return;
  const details = problems.flatMap(({ index, error }) => error.details?.map((detail) => placed(detail, index)) ?? []);
  const severe = problems.find(({ error }) => error.code !== "validation_failed") ?? first;
  if (severe.error.code === "validation_failed") throw validationFailed(details);
  const counted = problems.length === 1 ? "1 event" : `${problems.length} events`;
  const message = `No events were appended, because ${counted} of the batch cannot be appended. ${severe.error.message}`;
  throw new ServiceError(severe.error.code, message, { details });
}

function placed(detail: ErrorDetail, index: number): ErrorDetail {
  return detail.path.startsWith("events[") ? detail : { ...detail, path: `events[${index}].${detail.path}` };
}

function batchResult(organisationId: string, checked: Checked[], outcomes: Outcome[]): BatchResult {
  let next = 0;
  const results = checked.map((result, index) => {
    if (result instanceof ServiceError) return failure(index, result);
    const outcome = outcomes[next++];
    if (outcome && "appended" in outcome) return { index, ...appendedEvent(organisationId, outcome) };
    if (outcome && "refused" in outcome) return failure(index, outcome.refused);
    throw new Error("an event of a batch has no outcome");
  });
  const failed = results.filter((result) => "error" in result).length;
  return { appended: results.length - failed, failed, results };
}

function failure(
  index: number,
  error: ServiceError,
): { index: number; error: ErrorCode; message: string; details?: ErrorDetail[] } {
  const details = error.details?.map((detail) => placed(detail, index));
  return { index, error: error.code, message: error.message, ...(details ? { details } : {}) };
}

/** An event that another domain derives from data it received. `sourceKey` identifies it permanently. */
export interface DerivedEvent extends Pick<EventDraft, "modelId" | "eventType" | "payload" | "tags" | "timestamp"> {
  sourceKey: string;
}

/**
 * Appends each event that can be appended, in order, in commits of up to 1,000. An event whose `sourceKey` was used
 * before is replayed, regardless of its content.
 */
export async function appendEach(
  ctx: Context,
  events: DerivedEvent[],
): Promise<({ replayed: boolean } | ServiceError)[]> {
  const results: ({ replayed: boolean } | ServiceError)[] = [];
  for (let start = 0; start < events.length; start += batchEventsMax) {
    const checked = events.slice(start, start + batchEventsMax).map(({ sourceKey, ...event }) =>
      attempt(() => {
        const rest = { severity: "INFO", source: "API", actor: eventActor(ctx.actor) } as const;
        return prepareEvent(ctx, { ...event, ...rest, idempotencyKey: serviceKey(sourceKey) });
      }),
    );
    const prepared = checked.filter((result): result is PreparedEvent => !(result instanceof ServiceError));
    const outcomes = prepared.length > 0 ? await commitEvents(ctx, prepared, false) : [];
    let next = 0;
    for (const result of checked) {
      const outcome = result instanceof ServiceError ? { refused: result } : outcomes[next++];
      if (!outcome || "withdrawn" in outcome) throw new Error("an event has no outcome");
      results.push("refused" in outcome ? outcome.refused : { replayed: outcome.replayed });
    }
  }
  return results;
}

/** Appends in the caller's transaction if there is one, otherwise in the next group commit. */
async function commitEvents(ctx: Context, events: PreparedEvent[], atomic: boolean): Promise<Outcome[]> {
  if (!ctx.tx) return groupCommit().submit(ctx.organisation.id, events, atomic);
  const [outcomes = []] = await appendLocked(sqlInTransaction(ctx.tx), ctx.organisation.id, [{ events, atomic }]);
  return outcomes;
}
