import type { Severity } from "@/lib/domains/audit-chain/enums";
import type { Compression } from "@/lib/domains/audit-streams/enums";
import { isServed, pool, type Transaction } from "@/lib/platform/database/db";

export interface StreamKey {
  organisationId: string;
  streamId: string;
}

/** A leased stream with the columns that an attempt requires. */
export interface ClaimedStream {
  url: string;
  eventTypes: string[];
  modelIds: string[];
  minSeverity: Severity | null;
  /** Encrypted. */
  authorization: string | null;
  secret: string;
  /** Null once it has expired. */
  previousSecret: string | null;
  maxEvents: number;
  maxBytes: number;
  maxDelaySeconds: number;
  compression: Compression;
  position: number;
  filterRevision: number;
  batchTo: number | null;
  batchLimit: number | null;
  failures: number;
  nextLookAt: Date | null;
}

/** How much earlier than due a run can start. */
export const earlyMs = 250;

/**
 * Leases a stream to a run, or extends the run's lease, and clears earlier wake-up requests. Undefined if another run holds
 * the lease, or the stream is not due or not active.
 */
export async function claimStream(
  { organisationId, streamId }: StreamKey,
  { leaseId, now, leaseUntil }: { leaseId: string; now: Date; leaseUntil: Date },
): Promise<ClaimedStream | undefined> {
  const { rows } = await pool().query<ClaimedStream>({
    name: "audit-stream-claim",
    text: `
      UPDATE audit_streams SET lease_id = $3, lease_until = $5::timestamptz, woken = false
      WHERE organisation_id = $1 AND id = $2 AND deleted_at IS NULL AND state = 'ACTIVE'
        AND (lease_id IS NULL OR lease_id = $3 OR lease_until <= $4::timestamptz)
        AND (next_attempt_at IS NULL OR next_attempt_at <= $6::timestamptz)
      RETURNING url, event_types AS "eventTypes", model_ids AS "modelIds", min_severity AS "minSeverity",
        "authorization", secret,
        CASE WHEN previous_secret_expires_at > $4::timestamptz THEN previous_secret END AS "previousSecret",
        max_events AS "maxEvents", max_bytes AS "maxBytes", max_delay_seconds AS "maxDelaySeconds", compression,
        position::float8 AS position, filter_revision AS "filterRevision", batch_to::float8 AS "batchTo",
        batch_limit AS "batchLimit", failures, next_look_at AS "nextLookAt"`,
    values: [organisationId, streamId, leaseId, now, leaseUntil, new Date(now.getTime() + earlyMs)],
  });
  return rows[0];
}

/** The stream state that a run has read. Its writes apply only while the state is unchanged. */
export interface Lease extends StreamKey {
  leaseId: string;
  position: number;
  filterRevision: number;
}

const isUnchanged = `
  organisation_id = $1 AND id = $2 AND lease_id = $3 AND position = $4::bigint AND filter_revision = $5::int
  AND deleted_at IS NULL`;

function valuesOf({ organisationId, streamId, leaseId, position, filterRevision }: Lease): unknown[] {
  return [organisationId, streamId, leaseId, position, filterRevision];
}

/** Ends the lease, unless a wake-up was requested since: false then. `nextLookAt` is when the run continues. */
export async function releaseStream(lease: Lease, nextLookAt: Date | undefined): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE audit_streams SET lease_id = NULL, lease_until = NULL, next_look_at = coalesce($6::timestamptz, next_look_at)
     WHERE ${isUnchanged} AND NOT woken`,
    [...valuesOf(lease), nextLookAt ?? null],
  );
  return rowCount === 1;
}

/** Moves a stream past events that its filter excludes. */
export async function skipTo(lease: Lease, to: number, at: Date): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE audit_streams SET position = $6::bigint, position_at = $7::timestamptz, batch_to = NULL
     WHERE ${isUnchanged} AND position < $6::bigint`,
    [...valuesOf(lease), to, at],
  );
  return rowCount === 1;
}

export interface Attempt {
  batchId: string;
  to: number;
  events: number;
  bytes: number;
  startedAt: Date;
}

const keptBatches = 100;

/**
 * Stores an attempt before it is made and fixes the end of its batch. Returns the attempt's number; undefined if the stream
 * has changed.
 */
export async function beginAttempt(lease: Lease, attempt: Attempt): Promise<number | undefined> {
  const { batchId, to, events, bytes, startedAt } = attempt;
  const { rows } = await pool().query<{ number: number }>({
    name: "audit-stream-begin",
    text: `
      WITH pinned AS (
        UPDATE audit_streams SET batch_to = $6::bigint
        WHERE ${isUnchanged} AND (batch_to IS NULL OR batch_to = $6::bigint) RETURNING id
      ), last AS (
        SELECT coalesce(max(number), 0) AS number FROM audit_stream_batches WHERE stream_id = $2
      ), trimmed AS (
        DELETE FROM audit_stream_batches WHERE stream_id = $2 AND number <= (SELECT number FROM last) - ${keptBatches - 1}
          AND EXISTS (SELECT FROM pinned)
      )
      INSERT INTO audit_stream_batches
        (organisation_id, stream_id, number, batch_id, from_position, to_position, events, bytes, started_at)
      SELECT $1, $2, last.number + 1, $7, $4::bigint, $6::bigint, $8::int, $9::int, $10::timestamptz FROM last, pinned
      RETURNING number`,
    values: [...valuesOf(lease), to, batchId, events, bytes, startedAt],
  });
  return rows[0]?.number;
}

export interface AttemptEnd {
  number: number;
  outcome: "SUCCEEDED" | "FAILED";
  error: string | null;
  statusCode: number | null;
  durationMs: number;
}

/** Moves the position after a successful attempt. False if the stream has changed. */
export async function acknowledge(
  lease: Lease,
  end: AttemptEnd,
  { to, batchLimit, at }: { to: number; batchLimit: number | null; at: Date },
): Promise<boolean> {
  const change = `
    position = $11::bigint, batch_limit = $12::int, position_at = $13::timestamptz, last_delivered_at = $13::timestamptz,
    batch_to = NULL, failures = 0, failing_since = NULL, next_attempt_at = NULL, last_error = NULL`;
  return finish(change, lease, end, [to, batchLimit, at]);
}

/** Limits the next batch, from the same position, to fewer events. */
export async function halve(lease: Lease, end: AttemptEnd, batchLimit: number): Promise<boolean> {
  return finish("batch_to = NULL, batch_limit = $11::int, last_error = $7", lease, end, [batchLimit]);
}

/** Schedules a retry of the batch and ends the lease. */
export async function postpone(
  lease: Lease,
  end: AttemptEnd,
  { at, nextAttemptAt }: { at: Date; nextAttemptAt: Date },
): Promise<boolean> {
  const change = `
    failures = failures + 1, failing_since = coalesce(failing_since, $11::timestamptz), last_error = $7,
    next_attempt_at = $12::timestamptz, lease_id = NULL, lease_until = NULL`;
  return finish(change, lease, end, [at, nextAttemptAt]);
}

/** Ends an attempt, and changes its stream if that is unchanged. */
async function finish(change: string, lease: Lease, end: AttemptEnd, more: unknown[]): Promise<boolean> {
  const { number, outcome, error, statusCode, durationMs } = end;
  const { rows } = await pool().query<{ moved: boolean }>(
    `WITH moved AS (
       UPDATE audit_streams SET last_status_code = $8::int, ${change} WHERE ${isUnchanged} RETURNING id
     ), ended AS (
       UPDATE audit_stream_batches SET outcome = $6, error = $7, status_code = $8::int, duration_ms = $9::int
       WHERE stream_id = $2 AND number = $10::int
     )
     SELECT EXISTS (SELECT FROM moved) AS moved`,
    [...valuesOf(lease), outcome, error, statusCode, durationMs, number, ...more],
  );
  return rows[0]?.moved ?? false;
}

/** Ends an attempt without a retry. */
export async function endLastAttempt(
  tx: Transaction,
  { organisationId, streamId }: StreamKey,
  end: AttemptEnd,
): Promise<void> {
  const { number, outcome, error, statusCode, durationMs } = end;
  await tx.auditStreamBatch.update({
    where: { streamId_number_organisationId: { organisationId, streamId, number } },
    data: { outcome, error, statusCode, durationMs },
  });
}

/**
 * Requests a wake-up of the organisation's active streams that are due and behind the chain. Returns those that no run
 * holds; the others see the request in their row.
 */
export async function requestWakeUps(tx: Transaction, organisationId: string, now: Date): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string; isFree: boolean }[]>`
    UPDATE audit_streams stream SET woken = true FROM chain_heads head
    WHERE stream.organisation_id = ${organisationId} AND head.organisation_id = stream.organisation_id
      AND stream.position < head.position AND NOT woken AND state = 'ACTIVE' AND deleted_at IS NULL
      AND (next_attempt_at IS NULL OR next_attempt_at <= ${now}::timestamptz)
    RETURNING stream.id, lease_until IS NULL OR lease_until <= ${now}::timestamptz AS "isFree"`;
  return rows.filter(({ isFree }) => isFree).map(({ id }) => id);
}

/** Maintenance over all organisations: active streams that are behind the chain and overdue. */
export async function findOverdue(before: Date, limit: number): Promise<StreamKey[]> {
  const { rows } = await pool().query<StreamKey>(
    `SELECT stream.organisation_id AS "organisationId", stream.id AS "streamId"
     FROM audit_streams stream JOIN chain_heads head ON head.organisation_id = stream.organisation_id
     WHERE state = 'ACTIVE' AND deleted_at IS NULL AND stream.position < head.position
       AND (lease_until IS NULL OR lease_until <= $1::timestamptz)
       AND (next_attempt_at IS NULL OR next_attempt_at <= $1::timestamptz)
       AND (next_look_at IS NULL OR next_look_at <= $1::timestamptz)
     ORDER BY stream.id LIMIT $2`,
    [before, limit],
  );
  return rows;
}

export interface DelayedStream extends StreamKey {
  name: string;
  url: string;
  position: number;
  headPosition: number;
  failures: number;
  failingSince: Date | null;
  lastError: string | null;
  lastStatusCode: number | null;
  /** When the first undelivered event was received. */
  oldestReceivedAt: Date;
}

const selectDelayed = `
  SELECT stream.organisation_id AS "organisationId", stream.id AS "streamId", name, url,
    stream.position::float8 AS position, head.position::float8 AS "headPosition", failures,
    failing_since AS "failingSince", last_error AS "lastError", last_status_code AS "lastStatusCode",
    event.recorded_at AS "oldestReceivedAt"
  FROM audit_streams stream JOIN chain_heads head ON head.organisation_id = stream.organisation_id
  JOIN audit_events event
    ON event.organisation_id = stream.organisation_id AND event.chain_position = stream.position + 1
  WHERE stream.state = 'ACTIVE' AND stream.deleted_at IS NULL AND stream.warned_at IS NULL
    AND isfinite(event.recorded_at)
    AND greatest(event.recorded_at, stream.active_since) + stream.max_delay_seconds * interval '1 second' < $1::timestamptz`;

/** Maintenance over all organisations: active streams with undelivered events from before a time and no warning yet. */
export async function findDelayed(before: Date, limit: number): Promise<DelayedStream[]> {
  const { rows } = await pool().query<DelayedStream>(`${selectDelayed} ORDER BY stream.id LIMIT $2`, [before, limit]);
  return rows;
}

/** Stores that administrators are warned about a stream; false if they already were. */
export async function noteWarning(
  tx: Transaction,
  { organisationId, streamId }: StreamKey,
  at: Date,
): Promise<boolean> {
  const where = { organisationId, id: streamId, warnedAt: null, deletedAt: null };
  return (await tx.auditStream.updateMany({ where, data: { warnedAt: at } })).count === 1;
}

/** Maintenance over all organisations: clears the warnings of streams without undelivered events from before a time. */
export async function forgetWarnings(before: Date): Promise<number> {
  const { rowCount } = await pool().query(
    `UPDATE audit_streams stream SET warned_at = NULL
     WHERE warned_at IS NOT NULL AND failures = 0
       AND NOT EXISTS (
         SELECT FROM audit_events event WHERE event.organisation_id = stream.organisation_id
           AND event.chain_position = stream.position + 1 AND event.recorded_at < $1::timestamptz)`,
    [before],
  );
  return rowCount ?? 0;
}

/** Totals over all organisations. */
export interface StreamTotals {
  active: number;
  failing: number;
  paused: number;
  disabled: number;
  /** Of the active stream with the most undelivered events. */
  lagEvents: number;
  /** Of the active stream with the oldest undelivered event. */
  lagSeconds: number;
}

export async function readStreamTotals(): Promise<StreamTotals> {
  const { rows } = await pool().query<StreamTotals>({
    name: "audit-stream-totals",
    text: `
      SELECT count(*) FILTER (WHERE state = 'ACTIVE' AND failures = 0)::int AS active,
        count(*) FILTER (WHERE state = 'ACTIVE' AND failures > 0)::int AS failing,
        count(*) FILTER (WHERE state = 'PAUSED')::int AS paused,
        count(*) FILTER (WHERE state = 'DISABLED')::int AS disabled,
        coalesce(max(head.position - stream.position) FILTER (WHERE state = 'ACTIVE'), 0)::float8 AS "lagEvents",
        coalesce(extract(epoch FROM now() - min(event.recorded_at) FILTER (WHERE state = 'ACTIVE' AND isfinite(event.recorded_at))), 0)::float8
          AS "lagSeconds"
      FROM audit_streams stream JOIN chain_heads head ON head.organisation_id = stream.organisation_id
      LEFT JOIN audit_events event
        ON event.organisation_id = stream.organisation_id AND event.chain_position = stream.position + 1
      WHERE stream.deleted_at IS NULL AND ${isServed("stream.organisation_id")}`,
  });
  return rows[0] ?? { active: 0, failing: 0, paused: 0, disabled: 0, lagEvents: 0, lagSeconds: 0 };
}
