import type { EventActor } from "@/lib/audit-chain/block";
import { bigintText } from "@/lib/audit-chain/store";
import { anyIsoText, anyText, contentMax, isObject, readJson } from "@/lib/audit-chain/stored-event";
import { pool } from "@/lib/db";

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
