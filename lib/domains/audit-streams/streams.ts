import { appendInTransaction, findHead, followChain, genesisHash, unfollowChain } from "@/lib/domains/audit-chain";
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
  changeStream,
  countStreams,
  findBatches,
  findStream,
  findStreams,
  hasActiveStream,
  insertStream,
  lockStream,
  lockStreamSet,
  type StandingStream,
  type StreamChange,
  secretsStore,
} from "@/lib/domains/audit-streams/store";
import { type StreamStatus, streamsMax } from "@/lib/domains/audit-streams/vocabulary";
import { requireRegistered } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { requirePermission } from "@/lib/platform/core/roles";
import { decryptSecret, encryptSecret } from "@/lib/platform/crypto/encryption";
import { jcs } from "@/lib/platform/crypto/jcs";
import { generateSigningSecret, noSecrets, reencryptSecrets, rotated } from "@/lib/platform/crypto/stored-secrets";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import type { Reencryption } from "@/lib/platform/database/reencryption";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { type Transport, tracedExchange } from "@/lib/platform/outgoing/exchange";
import { refusePrivateHost, serviceTransport } from "@/lib/platform/outgoing/guarded-agent";
import { matches, preconditionFailed } from "@/lib/platform/resource/entity-tag";
import { paginate, readPlace } from "@/lib/platform/resource/list-page";

/**
 * Makes a stream, whose batches begin where `from` says; `signingSecret` is nowhere to be had again. It sends whole events:
 * who makes one must be allowed to read them. Throws `insufficient_scope`, `validation_failed` for a URL in a private
 * place or a position beyond the end of the chain, `model_not_registered`, `conflict` when there are as many as may be.
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
    if ((await countStreams(tx, organisationId)) >= streamsMax) {
      throw new ServiceError("conflict", `The organisation has ${streamsMax} streams, which is the most it may have.`);
    }
    await requireModels({ ...ctx, tx }, filter.modelIds);
    const nowMs = ctx.clock.now();
    const id = newId("auditStream", nowMs);
    const signingSecret = generateSigningSecret();
    await insertStream(tx, organisationId, {
      ...{ id, ...settings, ...filter, state: status },
      secret: encryptSecret(signingSecret, secretContext(organisationId, id, "signing")),
      authorization: authorization && encryptSecret(authorization, secretContext(organisationId, id, "authorization")),
      position: await positionOf(organisationId, from),
      createdAt: new Date(nowMs),
    });
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_CREATED", stream: { id, ...settings, state: status } });
    const created = await findStream(tx, organisationId, id);
    if (!created) throw notFound("audit stream");
    return { ...toStream(created), signingSecret };
  });
}

async function positionOf(organisationId: string, from: CreateAuditStream["from"]): Promise<number> {
  if (from === "beginning") return 0;
  const { position } = await findHead(organisationId);
  if (from === "now") return position;
  if (from <= position) return from;
  const message = `must not be beyond the end of the chain, which is ${position}`;
  throw validationFailed([{ path: "from", message }]);
}

/** A stream of the organisation, as it stands; throws `not_found`, also for one that was deleted. */
export async function getStream(ctx: Context, id: string): Promise<AuditStream> {
  return toStream(await requireStream(ctx, id));
}

/** The newest attempts to deliver batches of a stream, newest first, at most a hundred; throws `not_found`. */
export async function listBatches(ctx: Context, id: string): Promise<StreamBatchList> {
  await requireStream(ctx, id);
  const batches = await findBatches(ctx.organisation.id, id);
  return { data: batches.map((batch) => ({ ...batch, startedAt: batch.startedAt.toISOString() })) };
}

async function requireStream(ctx: Context, id: string): Promise<StandingStream> {
  const stored = await findStream(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("audit stream");
  return stored;
}

/**
 * The organisation's streams, newest first, without those that were deleted; `total` is that of the first page. Throws
 * `invalid_cursor` for a cursor of another organisation.
 */
export async function listStreams(ctx: Context, { limit, cursor }: ListAuditStreams): Promise<AuditStreamList> {
  const organisationId = ctx.organisation.id;
  const binding = ["audit-streams", organisationId];
  const place = readPlace(cursor, binding);
  const streams = await findStreams(organisationId, { beforeId: place?.before, take: limit + 1 });
  const total = place?.total ?? (await countStreams(ctx.tx, organisationId));
  const { rows, pagination } = paginate(streams, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map(toStream), pagination };
}

/**
 * Sets what `change` names and leaves the rest. The position stays: what was not delivered yet goes by the new settings.
 * `ifMatch` is the request's `If-Match` header. A change to what is already so changes nothing and is no event. Throws
 * `not_found`, `insufficient_scope`, `model_not_registered`, `precondition_failed`, and `validation_failed` for a URL in a
 * private place, or one of another host where the authorization of the old one would go along unasked.
 */
export async function updateStream(
  ctx: Context,
  id: string,
  change: UpdateAuditStream,
  ifMatch?: string,
): Promise<AuditStream> {
  requirePermission(ctx, "audit:read");
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockStreamSet(tx, organisationId);
    const locked = await lockStream(tx, organisationId, id);
    if (!locked) throw notFound("audit stream");
    const before = toStream(locked);
    const version = versionOf(before);
    if (ifMatch !== undefined && !matches(ifMatch, version)) throw preconditionFailed("audit stream", version);
    if (change.url !== undefined) refusePrivateHost(change.url);
    refuseStrayAuthorization(before, change);
    if (change.filter) await requireModels({ ...ctx, tx }, change.filter.modelIds);

    const changed = membersThatDiffer(before, change);
    if (changed.length === 0) return before;
    const now = new Date(Math.max(ctx.clock.now(), locked.updatedAt.getTime()));
    const sealed =
      change.authorization && encryptSecret(change.authorization, secretContext(organisationId, id, "authorization"));
    await changeStream(tx, organisationId, id, {
      ...columnsOf(change, changed, now),
      ...(change.authorization === undefined ? {} : { authorization: sealed ?? null }),
    });
    const after = await findStream(tx, organisationId, id);
    if (!after) throw notFound("audit stream");
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_UPDATED", stream: after, more: { changed } });
    return toStream(after);
  });
}

/** Who may change the URL of a stream need not be told what its old receiver demanded. */
function refuseStrayAuthorization(before: AuditStream, { url, authorization }: UpdateAuditStream): void {
  if (url === undefined || authorization !== undefined || !before.hasAuthorization) return;
  if (new URL(url).origin === new URL(before.url).origin) return;
  throw validationFailed([
    { path: "authorization", message: "must be given again, or be null, with a URL of another host" },
  ]);
}

/** What is set to something else than it is. Of an authorization nobody can say whether it is the same. */
function membersThatDiffer(before: AuditStream, change: UpdateAuditStream): string[] {
  return Object.entries(change)
    .filter(([name, value]) => {
      if (value === undefined) return false;
      if (name === "authorization") return value !== null || before.hasAuthorization;
      if (name === "status") return value !== (before.status === "FAILING" ? "ACTIVE" : before.status);
      return jcs(value) !== jcs(before[name as keyof AuditStream]);
    })
    .map(([name]) => name);
}

function columnsOf(change: UpdateAuditStream, changed: string[], now: Date): StreamChange {
  const { filter, status, authorization: _, ...settings } = change;
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const isActivated = changed.includes("status") && status === "ACTIVE";
  return {
    ...given,
    ...(filter && changed.includes("filter") ? { ...filter, batchTo: null, filterRevision: { increment: 1 } } : {}),
    ...(status === undefined ? {} : { state: status }),
    ...(isActivated
      ? {
          activeSince: now,
          disabledReason: null,
          failures: 0,
          failingSince: null,
          warnedAt: null,
          leaseId: null,
          leaseUntil: null,
        }
      : {}),
    // Whoever was to come back later looks now: what kept it waiting may be mended.
    ...{ nextAttemptAt: null, nextLookAt: null, batchLimit: null },
    updatedAt: now,
  };
}

/**
 * Ends a stream for good: its secrets are gone, and it is not found any more, by a second deletion neither. Throws
 * `not_found`.
 */
export async function deleteStream(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  await inTransaction(ctx.tx, async (tx) => {
    await lockStreamSet(tx, organisationId);
    const locked = await lockStream(tx, organisationId, id);
    if (!locked) throw notFound("audit stream");
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
    if (!locked) throw notFound("audit stream");
    const secret = generateSigningSecret();
    const context = secretContext(organisationId, id, "signing");
    await changeStream(
      tx,
      organisationId,
      id,
      rotated(locked, { secret, context, overlapSeconds, nowMs: ctx.clock.now() }),
    );
    const stream = await requireStream({ ...ctx, tx }, id);
    const after = toStream(stream);
    const more = { previousSecretExpiresAt: after.previousSecretExpiresAt };
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_SECRET_ROTATED", stream, more });
    return { ...after, signingSecret: secret };
  });
}

/** What a stream's secrets are encrypted for: they decrypt for no other stream, and for no other purpose. */
export function secretContext(organisationId: string, streamId: string, kind: "signing" | "authorization"): string {
  return `audit-stream/${organisationId}/${streamId}/${kind}`;
}

/** Re-encrypts the secrets of all organisations' streams under the current key. */
export function reencryptStreamSecrets(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptSecrets(secretsStore, secretContext, report);
}

/** Somebody waits for the answer. */
const testTimeoutMs = 10_000;

/**
 * Sends the receiver one line of type `stream.test`, signed and authorized as a batch is, and answers what became of it.
 * The stream's position does not move, and a paused one can be tested too. Throws `not_found`.
 */
export async function testStream(ctx: Context, id: string, transport?: Transport): Promise<StreamTest> {
  const organisationId = ctx.organisation.id;
  const stream = await findStream(ctx.tx, organisationId, id);
  if (!stream) throw notFound("audit stream");
  const locked = await inTransaction(ctx.tx, (tx) => lockStream(tx, organisationId, id));
  if (!locked) throw notFound("audit stream");
  const nowMs = ctx.clock.now();
  const sentAt = new Date(nowMs).toISOString();
  const body = `${JSON.stringify({ type: "stream.test", streamId: id, organisationId, sentAt })}\n`;
  const { position } = stream;
  const { outcome, error, statusCode, durationMs } = await tracedExchange(
    "audit stream",
    { "gas.stream.id": id },
    {
      url: stream.url,
      headers: streamHeaders(
        {
          ...{ streamId: id, from: position, to: position, events: 0, lastHash: genesisHash, body, isTest: true },
          batchId: batchId({ streamId: id, from: position, to: position, filterRevision: nowMs }),
        },
        {
          secrets: [decryptSecret(locked.secret, secretContext(organisationId, id, "signing"))],
          authorization:
            locked.authorization &&
            decryptSecret(locked.authorization, secretContext(organisationId, id, "authorization")),
          timestamp: Math.floor(nowMs / 1_000),
        },
      ),
      body,
      transport: transport ?? serviceTransport(),
      timeoutMs: testTimeoutMs,
    },
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

/** What the chain is told of a stream. */
interface Told {
  id: string;
  name: string;
  url: string;
  state: string;
}

/**
 * Ends a change of an organisation's streams, as the last thing in its transaction: the chain is followed exactly while a
 * stream works, one that works is looked after, and the change is an event on the chain, by whoever made it. Of the URL the
 * event has its host only, because a path may be a secret. The caller holds the lock of the organisation's streams.
 */
export async function recordStreamChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  change: { kind: StreamChangeKind; stream: Told; more?: Record<string, unknown> },
): Promise<void> {
  const { kind, stream, more = {} } = change;
  const organisationId = ctx.organisation.id;
  if (await hasActiveStream(tx, organisationId)) {
    await followChain(tx, organisationId, streamFollower, { gathers: true });
  } else {
    await unfollowChain(tx, organisationId, streamFollower);
  }
  const { id: streamId, name, url, state } = stream;
  if (state === "ACTIVE" && (await findStream(tx, organisationId, streamId))) {
    await enqueue(tx, [{ name: "audit-streams/batch.due", data: { organisationId, streamId } }]);
  }
  await appendInTransaction(ctx, tx, [
    {
      eventType: "CONFIG_CHANGE",
      payload: { kind, streamId, name, host: new URL(url).host, state, ...more },
      records: [{ table: "audit_streams", id: streamId }],
    },
  ]);
}

/** A stored stream as callers see it: nothing of its secrets. */
export function toStream(stored: StandingStream): AuditStream {
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

function statusOf({ state, failures }: Pick<StandingStream, "state" | "failures">): StreamStatus {
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

/** What the entity tag of a stream is made of: its settings. Batches go at any time, and must refuse nobody's change. */
export function versionOf(stream: AuditStream): object {
  return { ...Settings.parse(stream), isPaused: stream.status === "PAUSED" };
}

function requireModels(ctx: Context, modelIds: string[]): Promise<void> {
  const places = modelIds.map((modelId, i) => ({ path: `filter.modelIds[${i}]`, modelId }));
  return requireRegistered(ctx, places, "The filter names what is no model of this organisation.");
}
