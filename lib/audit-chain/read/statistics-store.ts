import type { EventActor } from "@/lib/audit-chain/block";
import { isOpen } from "@/lib/audit-chain/findings/findings-store";
import { bigintText } from "@/lib/audit-chain/store";
import { anyIsoText, anyText, contentMax, isObject, readJson } from "@/lib/audit-chain/stored-event";
import { pool } from "@/lib/db";

/** What is known of whether a chain is intact. */
export interface StoredChainHealth {
  /** The last verification of the whole chain that came to an end, by passing or by being given up. */
  lastRun: { status: "ok" | "interrupted" | "not_verified"; finishedAt: Date } | undefined;
  /** The last one that passed. */
  lastPassed: { verifiedTo: number; finishedAt: Date } | undefined;
  /** Those that are not resolved. */
  findings: number;
  /**
   * The open finding farthest to the chain's beginning; one about the database's schema only where there is no other. `eventId`
   * may be what stands for a place without an event.
   */
  firstFinding: { eventId: string; chainPosition: number; code: string } | undefined;
  lastCheckpointAt: Date | null;
}

interface HealthRow {
  lastStatus: "ok" | "interrupted" | "not_verified" | null;
  lastFinishedAt: Date | null;
  verifiedTo: number | null;
  passedAt: Date | null;
  findings: number;
  firstFinding: StoredChainHealth["firstFinding"] | null;
  lastCheckpointAt: Date | null;
}

/**
 * Each part is the end of an index. A verification that failed for what its caller kept alone says nothing of the chain;
 * any other that failed left findings.
 */
export async function readStoredHealth(organisationId: string): Promise<StoredChainHealth> {
  const { rows } = await pool().query<HealthRow>({
    name: "chain-health",
    text: `
      SELECT last.status AS "lastStatus", last.finished_at AS "lastFinishedAt", passed.finished_at AS "passedAt",
        (passed.report::json ->> 'to')::float8 AS "verifiedTo",
        (SELECT count(*)::float8 FROM integrity_findings finding WHERE organisation_id = $1 AND ${isOpen}) AS findings,
        (SELECT json_build_object('eventId', event_id, 'chainPosition', chain_position, 'code', code)
         FROM integrity_findings finding WHERE organisation_id = $1 AND ${isOpen}
         ORDER BY starts_with(code, 'schema_'), chain_position LIMIT 1) AS "firstFinding",
        (SELECT issued_at FROM chain_checkpoints WHERE organisation_id = $1 ORDER BY size DESC LIMIT 1) AS "lastCheckpointAt"
      FROM (SELECT) AS one
      LEFT JOIN LATERAL (${lastRunOf("'ok', 'interrupted', 'not_verified'")}) AS last ON true
      LEFT JOIN LATERAL (${lastRunOf("'ok'")}) AS passed ON true`,
    values: [organisationId],
  });
  const [row] = rows;
  if (!row) throw new Error("a query without a condition gave no row");
  const { lastStatus, lastFinishedAt, passedAt, verifiedTo, findings, firstFinding, lastCheckpointAt } = row;
  return {
    lastRun: lastStatus && lastFinishedAt ? { status: lastStatus, finishedAt: lastFinishedAt } : undefined,
    lastPassed: passedAt ? { verifiedTo: verifiedTo ?? 0, finishedAt: passedAt } : undefined,
    findings,
    firstFinding: firstFinding ?? undefined,
    lastCheckpointAt,
  };
}

function lastRunOf(statuses: string): string {
  return `
    SELECT status, finished_at, report FROM chain_verifications
    WHERE organisation_id = $1 AND from_position IS NULL AND to_position IS NULL AND finished_at IS NOT NULL
      AND status IN (${statuses})
    ORDER BY finished_at DESC LIMIT 1`;
}

/**
 * How many events a chain had at some times, and has now. `recordedAt` never runs backwards along a chain, so each time is
 * looked for by halving: twenty events are read for it where there are a million.
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

/** What is counted of an event. Nothing of it is verified. */
export interface PeriodEvent {
  chainPosition: number;
  id: string;
  /** Event time, `YYYY-MM-DDTHH:mm:ss.sssZ` but in a row that was tampered with. */
  timestamp: string;
  eventType: string;
  severity: string;
  modelId: string;
  source: string;
  /** Null of an event whose content was erased or cannot be read. */
  actor: EventActor | null;
  payload: Record<string, unknown>;
}

interface Row extends Omit<PeriodEvent, "actor" | "payload"> {
  content: string | null;
}

/** Events of a page at most; each may have a content of 256 KiB. */
export const eventsOfPage = 250;

const columns = `
  coalesce(chain_position, 0)::float8 AS "chainPosition", ${anyText("id")} AS id, ${anyIsoText("timestamp")} AS "timestamp",
  ${anyText("event_type")} AS "eventType", ${anyText("severity")} AS severity, ${anyText("model_id")} AS "modelId",
  ${anyText("source")} AS source, CASE WHEN octet_length(content) <= ${contentMax} THEN content END AS content`;

/** The next events with times in a period, up to a size of the chain, in the order of their times. */
export async function findPeriodEvents(
  organisationId: string,
  { from, to, size }: { from: string; to: string; size: number },
  behind: { timestamp: string; chainPosition: number } | undefined,
): Promise<PeriodEvent[]> {
  const { rows } = await pool().query<Row>({
    name: "period-events",
    text: `SELECT ${columns} FROM audit_events
           WHERE organisation_id = $1 AND "timestamp" >= $2::timestamptz AND "timestamp" <= $3::timestamptz
             AND chain_position <= $4::bigint AND ("timestamp", chain_position) > ($5::timestamptz, $6::bigint)
           ORDER BY audit_events."timestamp", audit_events.chain_position LIMIT ${eventsOfPage}`,
    values: [
      ...[organisationId, behind?.timestamp ?? from, to, bigintText(size)],
      ...[behind?.timestamp ?? "-infinity", bigintText(behind?.chainPosition ?? 0)],
    ],
  });
  return rows.map(toPeriodEvent);
}

/** The next events of a type behind a position, up to a size of the chain, in its order. */
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

/** A verification of the chain that came to its end. */
export interface EndedVerification {
  id: string;
  status: string;
  mode: string;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  finishedAt: string;
  eventsVerified: number;
  /** JSON text of its answer; null where it was interrupted. */
  report: string | null;
}

/** Verifications that ended in a period, the oldest first. */
export async function findEndedVerifications(
  organisationId: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<EndedVerification[]> {
  const { rows } = await pool().query<EndedVerification>(
    `SELECT id, status, mode, ${anyIsoText("finished_at")} AS "finishedAt", events_verified::float8 AS "eventsVerified", report
     FROM chain_verifications
     WHERE organisation_id = $1 AND finished_at >= $2::timestamptz AND finished_at <= $3::timestamptz
     ORDER BY chain_verifications.finished_at, id LIMIT $4`,
    [organisationId, from, to, limit],
  );
  return rows;
}

/** A place where what is stored did not agree with itself. */
export interface PeriodFinding {
  eventId: string;
  code: string;
  chainPosition: number;
  detectedAt: string;
}

/** Findings that were detected in a period, the oldest first. */
export async function findFindings(
  organisationId: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<PeriodFinding[]> {
  const { rows } = await pool().query<PeriodFinding>(
    `SELECT event_id AS "eventId", code, chain_position::float8 AS "chainPosition", ${anyIsoText("detected_at")} AS "detectedAt"
     FROM integrity_findings
     WHERE organisation_id = $1 AND detected_at >= $2::timestamptz AND detected_at <= $3::timestamptz
     ORDER BY integrity_findings.detected_at, event_id, code LIMIT $4`,
    [organisationId, from, to, limit],
  );
  return rows;
}

/** That a content was erased, and by which event. */
export interface PeriodErasure {
  chainPosition: number;
  eventId: string;
  recordedEventId: string;
  erasedAt: string;
}

/** Erasures of a period, the oldest first. */
export async function findErasures(
  organisationId: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<PeriodErasure[]> {
  const { rows } = await pool().query<PeriodErasure>(
    `SELECT chain_position::float8 AS "chainPosition", event_id AS "eventId", recorded_event_id AS "recordedEventId",
       ${anyIsoText("erased_at")} AS "erasedAt"
     FROM event_erasures
     WHERE organisation_id = $1 AND erased_at >= $2::timestamptz AND erased_at <= $3::timestamptz
     ORDER BY event_erasures.erased_at, event_erasures.chain_position LIMIT $4`,
    [organisationId, from, to, limit],
  );
  return rows;
}

/** Of a signed state of the chain, what is told of it. */
export interface PeriodCheckpoint {
  size: number;
  headHash: string;
  rootHash: string;
  keyId: string;
  issuedAt: string;
}

/** Checkpoints that were issued in a period, in their order. */
export async function findCheckpoints(
  organisationId: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<PeriodCheckpoint[]> {
  const { rows } = await pool().query<PeriodCheckpoint>(
    `SELECT coalesce(size, 0)::float8 AS size, ${anyText("head_hash")} AS "headHash", ${anyText("root_hash")} AS "rootHash",
       ${anyText("key_id")} AS "keyId", ${anyIsoText("issued_at")} AS "issuedAt"
     FROM chain_checkpoints
     WHERE organisation_id = $1 AND issued_at >= $2::timestamptz AND issued_at <= $3::timestamptz
     ORDER BY chain_checkpoints.size LIMIT $4`,
    [organisationId, from, to, limit],
  );
  return rows;
}
