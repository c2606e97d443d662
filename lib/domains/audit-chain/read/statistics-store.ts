import type { QueryResultRow } from "pg";
import type { EventActor } from "@/lib/domains/audit-chain/block";
import type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import { isOpen } from "@/lib/domains/audit-chain/findings/findings-store";
import { bigintText } from "@/lib/domains/audit-chain/store";
import { anyIsoText, anyText, contentMax, isObject, readJson } from "@/lib/domains/audit-chain/stored-event";
import { openResult, type StoredResult } from "@/lib/domains/audit-chain/verification/stored-result";
import { pool } from "@/lib/platform/database/db";

export interface StoredChainHealth {
  /** Number of unresolved findings. */
  findings: number;
  /** The open finding with the lowest position; a schema finding only if there is no other. */
  firstFinding: { eventId: string; chainPosition: number; code: string } | null;
  lastCheckpointAt: Date | null;
}

export async function readStoredHealth(organisationId: string): Promise<StoredChainHealth> {
  const { rows } = await pool().query<StoredChainHealth>({
    name: "chain-health",
    text: `
      SELECT
        (SELECT count(*)::float8 FROM integrity_findings finding WHERE organisation_id = $1 AND ${isOpen}) AS findings,
        (SELECT json_build_object('eventId', event_id, 'chainPosition', chain_position, 'code', code)
         FROM integrity_findings finding WHERE organisation_id = $1 AND ${isOpen}
         ORDER BY starts_with(code, 'schema_'), chain_position LIMIT 1) AS "firstFinding",
        (SELECT issued_at FROM chain_checkpoints WHERE organisation_id = $1 ORDER BY size DESC LIMIT 1) AS "lastCheckpointAt"`,
    values: [organisationId],
  });
  const [row] = rows;
  if (!row) throw new Error("a query without a condition gave no row");
  return row;
}

/**
 * The number of events at the given times, and now. A binary search for each time, because `recordedAt` never decreases.
 */
export async function countEventsAt(organisationId: string, times: Date[]): Promise<{ before: number[]; now: number }> {
  const { rows } = await pool().query<{ before: number; head: number }>({
    name: "chain-events-at",
    text: `
      WITH RECURSIVE head AS (
        SELECT coalesce((SELECT position FROM chain_heads WHERE organisation_id = $1), 0) AS position
      ), search AS (
        SELECT n, at, 0::bigint AS low, head.position AS high, head.position AS head
        FROM unnest($2::timestamptz[]) WITH ORDINALITY AS wanted (at, n), head
        UNION ALL
        SELECT n, at, CASE WHEN is_before THEN middle ELSE low END, CASE WHEN is_before THEN high ELSE middle - 1 END, head
        FROM search
        CROSS JOIN LATERAL (SELECT (low + high + 1) / 2 AS middle) AS halves
        CROSS JOIN LATERAL (SELECT coalesce((
          SELECT recorded_at < at FROM audit_events
          WHERE organisation_id = $1 AND chain_position <= middle ORDER BY chain_position DESC LIMIT 1), true) AS is_before
        ) AS looked
        WHERE low < high
      )
      SELECT low::float8 AS before, head::float8 AS head FROM search WHERE low = high ORDER BY n`,
    values: [organisationId, times.map((time) => time.toISOString())],
  });
  return { before: rows.map(({ before }) => before), now: rows[0]?.head ?? 0 };
}

/** An unverified event, for statistics. */
export interface PeriodEvent {
  chainPosition: number;
  id: string;
  /** Event time, `YYYY-MM-DDTHH:mm:ss.sssZ` unless tampered with. */
  timestamp: string;
  eventType: string;
  severity: string;
  modelId: string;
  source: string;
  /** Null if the content was erased or cannot be read. */
  actor: EventActor | null;
  payload: Record<string, unknown>;
}

interface Row extends Omit<PeriodEvent, "actor" | "payload"> {
  content: string | null;
}

/** Page size, because each content may have 256 KiB. */
export const eventsOfPage = 250;

const columns = `
  coalesce(chain_position, 0)::float8 AS "chainPosition", ${anyText("id")} AS id, ${anyIsoText("timestamp")} AS "timestamp",
  ${anyText("event_type")} AS "eventType", ${anyText("severity")} AS severity, ${anyText("model_id")} AS "modelId",
  ${anyText("source")} AS source, CASE WHEN octet_length(content) <= ${contentMax} THEN content END AS content`;

/** The next events in a period, up to a chain size, in order of event time. */
export async function findPeriodEvents(
  organisationId: string,
  { from, to, size }: { from: string; to: string; size: number },
  after: { timestamp: string; chainPosition: number } | undefined,
): Promise<PeriodEvent[]> {
  const { rows } = await pool().query<Row>({
    name: "period-events",
    text: `SELECT ${columns} FROM audit_events
           WHERE organisation_id = $1 AND "timestamp" >= $2::timestamptz AND "timestamp" <= $3::timestamptz
             AND chain_position <= $4::bigint AND ("timestamp", chain_position) > ($5::timestamptz, $6::bigint)
           ORDER BY audit_events."timestamp", audit_events.chain_position LIMIT ${eventsOfPage}`,
    values: [
      ...[organisationId, after?.timestamp ?? from, to, bigintText(size)],
      ...[after?.timestamp ?? "-infinity", bigintText(after?.chainPosition ?? 0)],
    ],
  });
  return rows.map(toPeriodEvent);
}

/** The earliest event time of a chain up to a size; null if the chain is empty. */
export async function findFirstEventTime(organisationId: string, size: number): Promise<string | null> {
  const { rows } = await pool().query<{ timestamp: string }>(
    `SELECT ${anyIsoText("timestamp")} AS "timestamp" FROM audit_events
     WHERE organisation_id = $1 AND chain_position <= $2::bigint ORDER BY audit_events."timestamp" LIMIT 1`,
    [organisationId, bigintText(size)],
  );
  return rows[0]?.timestamp ?? null;
}

/** The next events of a type after a position, up to a chain size, in chain order. */
export async function findEventsOfType(
  organisationId: string,
  eventType: string,
  { after, size }: { after: number; size: number },
): Promise<PeriodEvent[]> {
  const { rows } = await pool().query<Row>({
    name: "events-of-type",
    text: `SELECT ${columns} FROM audit_events
           WHERE organisation_id = $1 AND event_type = $2 AND chain_position > $3::bigint AND chain_position <= $4::bigint
           ORDER BY audit_events.chain_position LIMIT ${eventsOfPage}`,
    values: [organisationId, eventType, bigintText(after), bigintText(size)],
  });
  return rows.map(toPeriodEvent);
}

function toPeriodEvent({ content, ...row }: Row): PeriodEvent {
  const read = content === null ? undefined : readJson(content);
  const { actor, payload } = isObject(read) ? read : {};
  return { ...row, actor: isActor(actor) ? actor : null, payload: isObject(payload) ? payload : {} };
}

function isActor(value: unknown): value is EventActor {
  return isObject(value) && typeof value["type"] === "string" && typeof value["id"] === "string";
}

/** A period (inclusive) and a limit of rows. */
export interface Within {
  from: string;
  to: string;
  limit: number;
}

/** The first rows of a table in a period, in the given order. */
async function findWithin<Found extends QueryResultRow>(
  organisationId: string,
  { from, to, limit }: Within,
  { table, time, order, columns: selected }: { table: string; time: string; order: string; columns: string },
): Promise<Found[]> {
  const { rows } = await pool().query<Found>(
    `SELECT ${selected} FROM ${table}
     WHERE organisation_id = $1 AND ${time} >= $2::timestamptz AND ${time} <= $3::timestamptz ORDER BY ${order} LIMIT $4`,
    [organisationId, from, to, limit],
  );
  return rows;
}

export interface EndedVerification {
  /** `altered`: the row was changed outside the service. */
  status: string;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  finishedAt: string;
  /** Null if interrupted or altered. */
  result: Pick<StoredResult, "from" | "to" | "eventsVerified" | "verdicts"> | null;
}

/** Verifications that ended in a period, oldest first. */
export async function findEndedVerifications(organisationId: string, within: Within): Promise<EndedVerification[]> {
  const rows = await findWithin<Parameters<typeof openResult>[0] & { status: string; finishedAt: string }>(
    organisationId,
    within,
    {
      table: "chain_verifications",
      time: "finished_at",
      order: "chain_verifications.finished_at, id",
      columns: `id, organisation_id AS "organisationId", status, mode, from_position::float8 AS "from",
        to_position::float8 AS "to", ${anyIsoText("finished_at")} AS "finishedAt", report`,
    },
  );
  return rows.map((row) => {
    const result = openResult(row) ?? null;
    const stored = row.status === "interrupted" ? row.status : "altered";
    return { status: result?.status ?? stored, finishedAt: row.finishedAt, result };
  });
}

export interface PeriodFinding {
  eventId: string;
  code: string;
  chainPosition: number;
  detectedAt: string;
}

/** Findings detected in a period, oldest first. */
export function findFindings(organisationId: string, within: Within): Promise<PeriodFinding[]> {
  return findWithin(organisationId, within, {
    table: "integrity_findings",
    time: "detected_at",
    order: "integrity_findings.detected_at, event_id, code",
    columns: `event_id AS "eventId", code, chain_position::float8 AS "chainPosition", ${anyIsoText("detected_at")} AS "detectedAt"`,
  });
}

/** An erasure and the event that records it. */
export interface PeriodErasure {
  chainPosition: number;
  eventId: string;
  recordedEventId: string;
  erasedAt: string;
}

/** Erasures in a period, oldest first. */
export function findErasures(organisationId: string, within: Within): Promise<PeriodErasure[]> {
  return findWithin(organisationId, within, {
    table: "event_erasures",
    time: "erased_at",
    order: "event_erasures.erased_at, event_erasures.chain_position",
    columns: `chain_position::float8 AS "chainPosition", event_id AS "eventId", recorded_event_id AS "recordedEventId",
      ${anyIsoText("erased_at")} AS "erasedAt"`,
  });
}

export type PeriodCheckpoint = Pick<Checkpoint, "size" | "headHash" | "rootHash" | "keyId" | "issuedAt">;

/** Checkpoints issued in a period, latest first. */
export function findCheckpoints(organisationId: string, within: Within): Promise<PeriodCheckpoint[]> {
  return findWithin(organisationId, within, {
    table: "chain_checkpoints",
    time: "issued_at",
    order: "chain_checkpoints.size DESC",
    columns: `coalesce(size, 0)::float8 AS size, ${anyText("head_hash")} AS "headHash", ${anyText("root_hash")} AS "rootHash",
      ${anyText("key_id")} AS "keyId", ${anyIsoText("issued_at")} AS "issuedAt"`,
  });
}

/** Checkpoints of a UTC day that one key signed. */
export interface CheckpointDay {
  /** `YYYY-MM-DD`. */
  day: string;
  keyId: string;
  checkpoints: number;
  first: string;
  last: string;
}

/** Counts the checkpoints of a period by day and key: there can be one a minute. */
export async function countCheckpoints(
  organisationId: string,
  { from, to }: Omit<Within, "limit">,
): Promise<CheckpointDay[]> {
  const { rows } = await pool().query<CheckpointDay>(
    `SELECT day, "keyId", checkpoints, ${anyIsoText("first")} AS first, ${anyIsoText("last")} AS last FROM (
       SELECT to_char(issued_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${anyText("key_id")} AS "keyId",
         count(*)::float8 AS checkpoints, min(issued_at) AS "first", max(issued_at) AS "last"
       FROM chain_checkpoints
       WHERE organisation_id = $1 AND issued_at >= $2::timestamptz AND issued_at <= $3::timestamptz GROUP BY 1, 2
     ) AS days ORDER BY day, "keyId"`,
    [organisationId, from, to],
  );
  return rows;
}
