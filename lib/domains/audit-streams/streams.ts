import {
  findHead,
  followChain,
  genesisHash,
  recordConfigurationChange,
  unfollowChain,
} from "@/lib/domains/audit-chain";
import { batchId, streamHeaders } from "@/lib/domains/audit-streams/batch";
import { type StreamStatus, streamsMax } from "@/lib/domains/audit-streams/enums";
import {
  AuditStream,
  type AuditStreamList,
  type CreateAuditStream,
  type CreatedAuditStream,
  type ListAuditStreams,
  type RotateStreamSecret,
  type StreamBatchList,
  type StreamTest,
  type UpdateAuditStream,
} from "@/lib/domains/audit-streams/schemas";
import {
  changeStream,
  countStreams,
  findBatches,
  findStream,
  findStreams,
  hasActiveStream,
  insertStream,
  lockStream,
  lockStreamSet,
  type StoredStream,
  type StreamSettings,
  secretsStore,
} from "@/lib/domains/audit-streams/store";
import { requireRegistered } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { requirePermission } from "@/lib/platform/core/roles";
import { decryptSecret, encryptSecret } from "@/lib/platform/crypto/encryption";
import { generateSigningSecret, noSecrets, reencryptSecrets, rotated } from "@/lib/platform/crypto/stored-secrets";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import type { Reencryption } from "@/lib/platform/database/reencryption";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { type Transport, tracedExchange } from "@/lib/platform/outgoing/exchange";
import { refusePrivateHost, serviceTransport } from "@/lib/platform/outgoing/guarded-agent";
import { applyChange, type Changed } from "@/lib/platform/resource/apply-change";
import { listPage } from "@/lib/platform/resource/list-page";

const noun = "audit stream";

/**
 * Creates a stream. Streams contain full events, so the caller must be allowed to read them.
 *
 * @throws `insufficient_scope`, `validation_failed` for a private URL or a position after the end of the chain,
 * `model_not_registered`, `conflict` at the limit.
 */
export async function createStream(
  ctx: Context,
  input: CreateAuditStream,
): Promise<CreatedAuditStream & { signingSecret: string }> {
  requirePermission(ctx, "audit:read");
  refusePrivateHost(input.url);
  const { status, from, filter, authorization, ...settings } = input;
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockStreamSet(tx, organisationId);
    if ((await countStreams(tx, organisationId)) >= streamsMax)
      throw new ServiceError(
        "conflict",
        `An organisation can have up to ${streamsMax} audit streams. Delete one first.`,
      );
    await requireModels({ ...ctx, tx }, filter.modelIds);
    const nowMs = ctx.clock.now();
    const id = newId("auditStream", nowMs);
    const signingSecret = generateSigningSecret();
    await insertStream(tx, organisationId, {
      ...{ id, ...settings, ...filter, state: status },
      secret: encryptSecret(signingSecret, secretContext(organisationId, id, "signing")),
      authorization: authorization && encryptSecret(authorization, secretContext(organisationId, id, "authorization")),
      position: await startPosition(organisationId, from),
      createdAt: new Date(nowMs),
    });
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_CREATED", stream: { id, ...settings, state: status } });
    return { ...toStream(await requireStream({ ...ctx, tx }, id)), signingSecret };
  });
}

async function startPosition(organisationId: string, from: CreateAuditStream["from"]): Promise<number> {
  if (from === "beginning") return 0;
  const { position } = await findHead(organisationId);
  if (from === "now") return position;
  if (from <= position) return from;
  throw validationFailed([{ path: "from", message: `must not be after the end of the chain, position ${position}` }]);
}

/** @throws `not_found` */
export async function getStream(ctx: Context, id: string): Promise<AuditStream> {
  return toStream(await requireStream(ctx, id));
}

/** The latest 100 delivery attempts, newest first. Throws `not_found`. */
export async function listBatches(ctx: Context, id: string): Promise<StreamBatchList> {
  await requireStream(ctx, id);
  const batches = await findBatches(ctx.organisation.id, id);
  return { data: batches.map((batch) => ({ ...batch, startedAt: batch.startedAt.toISOString() })) };
}

async function requireStream(ctx: Context, id: string): Promise<StoredStream> {
  const stored = await findStream(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound(noun);
  return stored;
}

/** The organisation's streams, newest first. Throws `invalid_cursor`. */
export async function listStreams(ctx: Context, query: ListAuditStreams): Promise<AuditStreamList> {
  const { rows, pagination } = await listPage(ctx, {
    name: "audit-streams",
    query,
    rows: (slice, reader) => findStreams(reader, ctx.organisation.id, slice),
    count: (reader) => countStreams(reader, ctx.organisation.id),
  });
  return { data: rows.map(toStream), pagination };
}

/**
 * Changes the members that `patch` names. The position is kept; undelivered events use the new settings.
 *
 * @throws `not_found`, `insufficient_scope`, `model_not_registered`, `precondition_failed`, `validation_failed` for a private
 * URL or a URL on another host without `authorization`.
 */
export async function updateStream(
  ctx: Context,
  id: string,
  patch: UpdateAuditStream,
  expectedVersion?: string,
): Promise<AuditStream> {
  requirePermission(ctx, "audit:read");
  const organisationId = ctx.organisation.id;
  return applyChange(ctx, {
    noun,
    patch,
    expectedVersion,
    async lock(tx) {
      await lockStreamSet(tx, organisationId);
      return lockStream(tx, organisationId, id);
    },
    view: toStream,
    version: versionOf,
    comparable: (stream) => ({
      ...stream,
      status: stream.status === "FAILING" ? "ACTIVE" : stream.status,
      // A stored authorization is not decrypted: a new value always counts as a change.
      authorization: stream.hasAuthorization ? undefined : null,
    }),
    async check(stored, { given }, tx) {
      if (given.url !== undefined) refusePrivateHost(given.url);
      requireAuthorization(stored, patch);
      if (given.filter) await requireModels({ ...ctx, tx }, given.filter.modelIds);
    },
    async save(_, change, tx) {
      const { authorization } = change.given;
      const context = secretContext(organisationId, id, "authorization");
      await changeStream(tx, organisationId, id, {
        ...columnsOf(change),
        ...(authorization !== undefined && { authorization: authorization && encryptSecret(authorization, context) }),
      });
      const stream = await requireStream({ ...ctx, tx }, id);
      await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_UPDATED", stream, more: { changed: change.names } });
      return stream;
    },
  });
}

/** Without this check, a changed URL would send the stored authorization to another receiver. */
function requireAuthorization(before: StoredStream, { url, authorization }: UpdateAuditStream): void {
  if (url === undefined || authorization !== undefined || !before.hasAuthorization) return;
  if (new URL(url).origin === new URL(before.url).origin) return;
  throw validationFailed([
    { path: "authorization", message: "is required, or null, if the URL changes to another host" },
  ]);
}

function columnsOf({ given, now }: Changed<UpdateAuditStream>) {
  const { filter, status, authorization: _, ...settings } = given;
  return {
    ...settings,
    ...(filter && { ...filter, batchTo: null, filterRevision: { increment: 1 } }),
    ...(status && { state: status }),
    ...(status === "ACTIVE" && {
      ...{ activeSince: now, disabledReason: null, failures: 0, failingSince: null, warnedAt: null },
      ...{ leaseId: null, leaseUntil: null },
    }),
    // The change may resolve what delayed the stream, so it is due now.
    ...{ nextAttemptAt: null, nextLookAt: null, batchLimit: null },
    updatedAt: now,
  };
}

/** Deletes a stream and its secrets. Throws `not_found`. */
export async function deleteStream(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  await inTransaction(ctx.tx, async (tx) => {
    await lockStreamSet(tx, organisationId);
    const locked = await lockStream(tx, organisationId, id);
    if (!locked) throw notFound(noun);
    const now = new Date(Math.max(ctx.clock.now(), locked.updatedAt.getTime()));
    await changeStream(tx, organisationId, id, {
      ...{ ...noSecrets, state: "PAUSED", authorization: null },
      ...{ deletedAt: now, updatedAt: now },
    });
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_DELETED", stream: { ...locked, state: "PAUSED" } });
  });
}

/**
 * Replaces a stream's signing secret. Batches are also signed with the current one until the overlap ends.
 *
 * @throws `not_found`
 */
export async function rotateStreamSecret(
  ctx: Context,
  id: string,
  { overlapSeconds }: RotateStreamSecret,
): Promise<CreatedAuditStream & { signingSecret: string }> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockStreamSet(tx, organisationId);
    const locked = await lockStream(tx, organisationId, id);
    if (!locked) throw notFound(noun);
    const secret = generateSigningSecret();
    const context = secretContext(organisationId, id, "signing");
    const columns = rotated(locked, { secret, context, overlapSeconds, nowMs: ctx.clock.now() });
    await changeStream(tx, organisationId, id, columns);
    const stream = await requireStream({ ...ctx, tx }, id);
    const after = toStream(stream);
    const more = { previousSecretExpiresAt: after.previousSecretExpiresAt };
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_SECRET_ROTATED", stream, more });
    return { ...after, signingSecret: secret };
  });
}

/** The encryption context of a stream's secret, which binds it to the stream and the purpose. */
export function secretContext(organisationId: string, streamId: string, kind: "signing" | "authorization"): string {
  return `audit-stream/${organisationId}/${streamId}/${kind}`;
}

/** Re-encrypts the secrets of all organisations' streams under the current key. */
export function reencryptStreamSecrets(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptSecrets(secretsStore, secretContext, report);
}

/** Shorter than for batches, because the caller waits. */
const testTimeoutMs = 10_000;

/** Sends the receiver one signed line of type `stream.test` and returns the result. Throws `not_found`. */
export async function testStream(ctx: Context, id: string, transport?: Transport): Promise<StreamTest> {
  const organisationId = ctx.organisation.id;
  const stream = await inTransaction(ctx.tx, (tx) => lockStream(tx, organisationId, id));
  if (!stream) throw notFound(noun);
  const { url, position, secret, authorization } = stream;
  const nowMs = ctx.clock.now();
  const sentAt = new Date(nowMs).toISOString();
  const body = `${JSON.stringify({ type: "stream.test", streamId: id, organisationId, sentAt })}\n`;
  const span = { streamId: id, from: position, to: position };
  const headers = streamHeaders(
    {
      ...{ ...span, events: 0, lastHash: genesisHash, body, isTest: true },
      batchId: batchId({ ...span, filterRevision: nowMs }),
    },
    {
      secrets: [decryptSecret(secret, secretContext(organisationId, id, "signing"))],
      authorization: authorization && decryptSecret(authorization, secretContext(organisationId, id, "authorization")),
      timestamp: Math.floor(nowMs / 1_000),
    },
  );
  const { outcome, error, statusCode, durationMs } = await tracedExchange(
    noun,
    { "gas.stream.id": id },
    { url, headers, body, transport: transport ?? serviceTransport(), timeoutMs: testTimeoutMs },
  );
  return { outcome, error, statusCode, durationMs };
}

/** The name under which streams follow a chain. */
export const streamFollower = "audit-streams";

export type StreamChangeKind =
  | "AUDIT_STREAM_CREATED"
  | "AUDIT_STREAM_UPDATED"
  | "AUDIT_STREAM_DELETED"
  | "AUDIT_STREAM_DISABLED"
  | "AUDIT_STREAM_SECRET_ROTATED";

/**
 * Records a change of a stream, as the last step of its transaction: follows the chain while a stream is active, enqueues
 * an active stream, and appends the event. The event has only the host of the URL, because a path can be a secret. The
 * caller holds the lock of the organisation's streams.
 */
export async function recordStreamChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  change: {
    kind: StreamChangeKind;
    stream: Pick<StreamSettings, "name" | "url" | "state"> & { id: string };
    more?: Record<string, unknown>;
  },
): Promise<void> {
  const { kind, stream, more } = change;
  const organisationId = ctx.organisation.id;
  if (await hasActiveStream(tx, organisationId))
    await followChain(tx, organisationId, streamFollower, { gathers: true });
  else await unfollowChain(tx, organisationId, streamFollower);
  const { id: streamId, name, url, state } = stream;
  if (state === "ACTIVE" && (await findStream(tx, organisationId, streamId)))
    await enqueue(tx, [{ name: "audit-streams/batch.due", data: { organisationId, streamId } }]);
  const payload = { streamId, name, host: new URL(url).host, state, ...more };
  await recordConfigurationChange(ctx, tx, { kind, record: { table: "audit_streams", id: streamId }, payload });
}

/** A stored stream without its secrets. */
export function toStream(stored: StoredStream): AuditStream {
  const { eventTypes, modelIds, minSeverity, position, headPosition } = stored;
  return AuditStream.parse({
    ...stored,
    filter: { eventTypes, modelIds, minSeverity },
    status: statusOf(stored),
    positionAt: iso(stored.positionAt),
    lag: { events: Math.max(0, headPosition - position), oldestReceivedAt: iso(stored.oldestReceivedAt) },
    failingSince: iso(stored.failingSince),
    nextAttemptAt: stored.state === "ACTIVE" ? iso(stored.nextAttemptAt) : null,
    lastDeliveredAt: iso(stored.lastDeliveredAt),
    previousSecretExpiresAt: iso(stored.previousSecretExpiresAt),
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  });
}

function statusOf({ state, failures }: Pick<StoredStream, "state" | "failures">): StreamStatus {
  return state === "ACTIVE" && failures > 0 ? "FAILING" : state;
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

const Settings = AuditStream.omit({
  status: true,
  position: true,
  positionAt: true,
  headPosition: true,
  lag: true,
  failures: true,
  failingSince: true,
  nextAttemptAt: true,
  lastDeliveredAt: true,
  lastError: true,
  lastStatusCode: true,
});

/** The part of a stream that its entity tag covers: deliveries must not cause conflicts. */
export function versionOf(stream: AuditStream): object {
  return { ...Settings.parse(stream), isPaused: stream.status === "PAUSED" };
}

function requireModels(ctx: Context, modelIds: string[]): Promise<void> {
  const places = modelIds.map((modelId, i) => ({ path: `filter.modelIds[${i}]`, modelId }));
  return requireRegistered(ctx, places, "The filter contains models that are not registered in this organisation.");
}
