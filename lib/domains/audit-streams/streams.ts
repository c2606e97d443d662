import {
  findHead,
  followChain,
  genesisHash,
  recordConfigurationChange,
  sealReencryption,
  unfollowChain,
} from "@/lib/domains/audit-chain";
import { batchId, streamHeaders } from "@/lib/domains/audit-streams/batch";
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
  findBatches,
  findLags,
  type StoredStream,
  type StreamLag,
  secretContext,
  streams,
} from "@/lib/domains/audit-streams/store";
import { requireRegistered } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import { validationFailed } from "@/lib/platform/core/errors";
import { requirePermission } from "@/lib/platform/core/roles";
import { decryptSecret, encryptSecret } from "@/lib/platform/crypto/encryption";
import { generateSigningSecret, noSecrets } from "@/lib/platform/crypto/stored-secrets";
import type { Transaction } from "@/lib/platform/database/db";
import type { Reencryption } from "@/lib/platform/database/reencryption";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { type Transport, tracedExchange } from "@/lib/platform/outgoing/exchange";
import { refusePrivateHost, serviceTransport } from "@/lib/platform/outgoing/guarded-agent";
import { applyChange, type Changed } from "@/lib/platform/resource/apply-change";
import { withIsoTimes } from "@/lib/platform/resource/record-store";

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
  const { status: state, from, filter, authorization, ...settings } = input;
  return streams.create(ctx, async (tx, record) => {
    await requireModels({ ...ctx, tx }, filter.modelIds);
    const { organisationId, id, createdAt: activeSince } = record;
    const signingSecret = generateSigningSecret();
    const stream = await streams.insert(tx, {
      ...{ ...record, ...settings, ...filter, state, activeSince },
      secret: encryptSecret(signingSecret, secretContext(organisationId, id, "signing")),
      authorization: authorization && encryptSecret(authorization, secretContext(organisationId, id, "authorization")),
      position: await startPosition(organisationId, from),
    });
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_CREATED", stream });
    return { ...toStream(await withLag({ ...ctx, tx }, stream)), signingSecret };
  });
}

async function startPosition(organisationId: string, from: CreateAuditStream["from"]): Promise<number> {
  if (from === "beginning") return 0;
  const { position } = await findHead(organisationId);
  if (from === "now") return position;
  if (from <= position) return from;
  throw validationFailed([{ path: "from", message: `must not be after the end of the chain (${position})` }]);
}

/** @throws `not_found` */
export async function getStream(ctx: Context, id: string): Promise<AuditStream> {
  return toStream(await withLag(ctx, await streams.require(ctx, id)));
}

/** The latest 100 delivery attempts, newest first. Throws `not_found`. */
export async function listBatches(ctx: Context, id: string): Promise<StreamBatchList> {
  await streams.require(ctx, id);
  const batches = await findBatches(ctx.organisation.id, id);
  return { data: batches.map((batch) => ({ ...batch, startedAt: batch.startedAt.toISOString() })) };
}

/** The organisation's streams, newest first. Throws `invalid_cursor`. */
export async function listStreams(ctx: Context, query: ListAuditStreams): Promise<AuditStreamList> {
  return streams.list(ctx, query, async (rows) => (await withLags(ctx, rows)).map(toStream));
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
      const stored = await streams.lock(tx, organisationId, id);
      return stored && withLag({ ...ctx, tx }, stored);
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
    async save(before: LaggingStream, change, tx) {
      const { authorization } = change.given;
      const context = secretContext(organisationId, id, "authorization");
      const stream = await streams.change(tx, before, {
        ...columnsOf(change),
        ...(authorization !== undefined && { authorization: authorization && encryptSecret(authorization, context) }),
      });
      await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_UPDATED", stream, more: { changed: change.names } });
      return withLag({ ...ctx, tx }, stream);
    },
  });
}

/** Without this check, a changed URL would send the stored authorization to another receiver. */
function requireAuthorization(before: StoredStream, { url, authorization }: UpdateAuditStream): void {
  if (url === undefined || authorization !== undefined || before.authorization === null) return;
  if (new URL(url).origin === new URL(before.url).origin) return;
  throw validationFailed([
    { path: "authorization", message: "is required if the new URL has a different host; send null to remove it" },
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
  await streams.remove(ctx, id, { ...noSecrets, authorization: null, state: "PAUSED" }, (tx, stream) =>
    recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_DELETED", stream }),
  );
}

/**
 * Replaces a stream's signing secret. Batches are also signed with the current one until the overlap ends.
 *
 * @throws `not_found`
 */
export async function rotateStreamSecret(
  ctx: Context,
  id: string,
  input: RotateStreamSecret,
): Promise<CreatedAuditStream & { signingSecret: string }> {
  const { row, secret } = await streams.rotate(ctx, id, input, (tx, stream, more) =>
    recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_SECRET_ROTATED", stream, more }),
  );
  return { ...toStream(await withLag(ctx, row)), signingSecret: secret };
}

/** Re-encrypts the secrets of all organisations' streams under the current key. */
export function reencryptStreamSecrets(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return streams.reencrypt(sealReencryption, report, { authorization: true });
}

/** Shorter than for batches, because the caller waits. */
const testTimeoutMs = 10_000;

/** Sends the receiver one signed line of type `stream.test` and returns the result. Throws `not_found`. */
export async function testStream(ctx: Context, id: string, transport?: Transport): Promise<StreamTest> {
  const organisationId = ctx.organisation.id;
  const { url, position, secret, authorization } = await streams.require(ctx, id);
  const nowMs = ctx.clock.now();
  const sentAt = new Date(nowMs).toISOString();
  const body = `${JSON.stringify({ type: "stream.test", streamId: id, organisationId, sentAt })}\n`;
  const span = { streamId: id, from: Number(position), to: Number(position) };
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
    stream: StoredStream;
    more?: Record<string, unknown>;
  },
): Promise<void> {
  const { kind, stream, more } = change;
  const organisationId = ctx.organisation.id;
  if (await streams.has(tx, organisationId, { state: "ACTIVE" }))
    await followChain(tx, organisationId, streamFollower, { gathers: true });
  else await unfollowChain(tx, organisationId, streamFollower);
  const { id: streamId, name, url, state } = stream;
  if (state === "ACTIVE" && stream.deletedAt === null)
    await enqueue(tx, [{ name: "audit-streams/batch.due", data: { organisationId, streamId } }]);
  const payload = { streamId, name, host: new URL(url).host, state, ...more };
  await recordConfigurationChange(ctx, tx, { kind, record: { table: "audit_streams", id: streamId }, payload });
}

type LaggingStream = StoredStream & StreamLag;

async function withLags({ tx, organisation }: Context, stored: StoredStream[]): Promise<LaggingStream[]> {
  const ids = stored.map(({ id }) => id);
  const lags = await findLags(tx, organisation.id, ids);
  return stored.map((stream) => {
    const none = { headPosition: Number(stream.position), oldestReceivedAt: null };
    return { ...stream, ...(lags.get(stream.id) ?? none) };
  });
}

async function withLag(ctx: Context, stored: StoredStream): Promise<LaggingStream> {
  const [stream] = await withLags(ctx, [stored]);
  return stream as LaggingStream;
}

/** A stored stream without its secrets. */
function toStream(stored: LaggingStream): AuditStream {
  const { eventTypes, modelIds, minSeverity, headPosition, state, failures, nextAttemptAt } = stored;
  const position = Number(stored.position);
  return AuditStream.parse({
    ...withIsoTimes(stored),
    position,
    filter: { eventTypes, modelIds, minSeverity },
    hasAuthorization: stored.authorization !== null,
    status: state === "ACTIVE" && failures > 0 ? "FAILING" : state,
    lag: {
      events: Math.max(0, headPosition - position),
      oldestReceivedAt: stored.oldestReceivedAt?.toISOString() ?? null,
    },
    nextAttemptAt: (state === "ACTIVE" && nextAttemptAt?.toISOString()) || null,
  });
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
