import type { QueryConfig } from "pg";
import { bigintText } from "@/lib/domains/audit-chain/store";
import {
  anyIsoText,
  boundedColumns,
  contentMax,
  type StoredEvent,
  storedEventColumns,
  tagsMax,
  textMax,
} from "@/lib/domains/audit-chain/stored-event";
import { pool } from "@/lib/platform/database/db";

/** Inclusive. */
export interface PositionRange {
  from: number;
  to: number;
}

/** A range of positions, optionally restricted to a period (inclusive). */
export interface ModelEventsRange extends PositionRange {
  period?: { from: string; to: string };
}

/** Maximum events per page. */
const eventsOfPage = 1_000;
/** Maximum bytes of content per page; a larger event is a page by itself. */
const bytesOfPage = 8 * 1024 * 1024;

/**
 * The next events of a model in a range of positions. A tampered row costs no more memory than a page. `metadata`,
 * which is not hashed, is not read.
 */
export async function findModelEvents(
  organisationId: string,
  modelId: string,
  range: ModelEventsRange,
): Promise<StoredEvent[]> {
  const { rows } = await pool().query<StoredEvent>({
    name: "model-thread-events",
    text: modelEvents,
    values: valuesOf(organisationId, modelId, range),
  });
  return rows;
}

function valuesOf(organisationId: string, modelId: string, { from, to, period }: ModelEventsRange): unknown[] {
  return [organisationId, modelId, bigintText(from), bigintText(to), period?.from ?? null, period?.to ?? null];
}

/** With the values of {@link valuesOf}. */
const inRange = `organisation_id = $1 AND model_id = $2 AND chain_position >= $3::bigint AND chain_position <= $4::bigint
  AND ($5::timestamptz IS NULL OR "timestamp" >= $5::timestamptz AND "timestamp" <= $6::timestamptz)`;

/** Rows are measured without reading their content. A content that is too long is read as empty. */
const modelEvents = `
  SELECT ${storedEventColumns} FROM (
    SELECT organisation_id, chain_position, "timestamp", recorded_at,
      ${boundedColumns.map((column) => `left(${column}, ${textMax}) AS ${column}`).join(", ")},
      CASE WHEN octet_length(content) <= ${contentMax} OR content IS NULL THEN content ELSE '' END AS content,
      CASE WHEN pg_column_size(tags) <= ${tagsMax} THEN tags END AS tags, NULL::text AS metadata
    FROM audit_events
    WHERE ${inRange} AND chain_position <= (
      SELECT coalesce(max(position) FILTER (WHERE bytes <= ${bytesOfPage}), min(position)) FROM (
        SELECT chain_position AS position, sum(coalesce(octet_length(content), 0)) OVER (ORDER BY chain_position) AS bytes
        FROM audit_events WHERE ${inRange} ORDER BY chain_position LIMIT ${eventsOfPage}
      ) measured)
    ORDER BY chain_position LIMIT ${2 * eventsOfPage}
  ) audit_events`;

const positionsOfPage = 50_000;

/** The next page of positions of a model's events in a range. */
export async function findModelPositions(
  organisationId: string,
  modelId: string,
  range: ModelEventsRange,
): Promise<{ positions: number[]; isLast: boolean }> {
  const { rows } = await pool().query<{ position: number }>({
    name: "model-thread-positions",
    text: `SELECT chain_position::float8 AS position FROM audit_events WHERE ${inRange}
           ORDER BY audit_events.chain_position LIMIT ${positionsOfPage}`,
    values: valuesOf(organisationId, modelId, range),
  });
  return { positions: rows.map(({ position }) => position), isLast: rows.length < positionsOfPage };
}

/**
 * The last position of the chain, by its head or its last event; 0 if empty. Always a safe integer, even with a tampered
 * head.
 */
export async function findChainEnd(organisationId: string): Promise<number> {
  const { rows } = await pool().query<{ position: number }>(
    `SELECT coalesce(
       (SELECT position FROM chain_heads WHERE organisation_id = $1 LIMIT 1),
       (SELECT max(chain_position) FROM audit_events WHERE organisation_id = $1), 0)::float8 AS position`,
    [organisationId],
  );
  return Math.min(Math.max(0, rows[0]?.position ?? 0), Number.MAX_SAFE_INTEGER);
}

/** The first event at or after a position, with its time of receipt. */
export async function findReceipt(
  organisationId: string,
  position: number,
): Promise<{ position: number; recordedAt: string } | undefined> {
  const { rows } = await pool().query<{ position: number; recordedAt: string }>({
    name: "model-thread-receipt",
    text: `SELECT chain_position::float8 AS position, ${anyIsoText("recorded_at")} AS "recordedAt" FROM audit_events
           WHERE organisation_id = $1 AND chain_position >= $2::bigint ORDER BY audit_events.chain_position LIMIT 1`,
    values: [organisationId, bigintText(position)],
  });
  return rows[0];
}

/** A model's events in a period, up to a position. */
export interface PeriodTally {
  events: number;
  /** Null if the model has no events. */
  first: number | null;
  last: number | null;
}

/**
 * Counts a model's events in a period, up to a position. Not prepared, because the best index depends on the period and
 * the model.
 */
export async function tallyPeriod(
  organisationId: string,
  modelId: string,
  period: { from: string; to: string },
  size: number,
): Promise<PeriodTally> {
  const { rows } = await pool().query<PeriodTally>(
    withLongTimeout(
      `SELECT count(*)::float8 AS events, min(chain_position)::float8 AS first, max(chain_position)::float8 AS last
       FROM audit_events WHERE organisation_id = $1 AND model_id = $2 AND chain_position <= $3::bigint
         AND "timestamp" >= $4::timestamptz AND "timestamp" <= $5::timestamptz`,
      [organisationId, modelId, bigintText(size), period.from, period.to],
    ),
  );
  return rows[0] ?? { events: 0, first: null, last: null };
}

/** The model's first event, and its last one up to a position. */
export async function findModelEnds(
  organisationId: string,
  modelId: string,
  upTo: number,
): Promise<{ first: number | null; last: number | null }> {
  const { rows } = await pool().query<{ first: number | null; last: number | null }>({
    name: "model-thread-ends",
    text: `SELECT
      (SELECT chain_position::float8 FROM audit_events WHERE organisation_id = $1 AND model_id = $2
       ORDER BY audit_events.chain_position LIMIT 1) AS first,
      (SELECT chain_position::float8 FROM audit_events WHERE organisation_id = $1 AND model_id = $2
         AND chain_position <= $3::bigint ORDER BY audit_events.chain_position DESC LIMIT 1) AS last`,
    values: [organisationId, modelId, bigintText(upTo)],
  });
  return rows[0] ?? { first: null, last: null };
}

/** The size of the first checkpoint that covers a position. */
export async function findCoveringSize(organisationId: string, position: number): Promise<number | null> {
  const { rows } = await pool().query<{ size: number | null }>({
    name: "model-thread-covering",
    text: "SELECT min(size)::float8 AS size FROM chain_checkpoints WHERE organisation_id = $1 AND size >= $2::bigint",
    values: [organisationId, bigintText(position)],
  });
  return rows[0]?.size ?? null;
}

/** The number of a model's events in a range, at most `max`. */
export async function countModelEvents(
  organisationId: string,
  modelId: string,
  { from, to }: PositionRange,
  max: number,
): Promise<number> {
  const { rows } = await pool().query<{ events: number }>(
    withLongTimeout(
      `SELECT count(*)::float8 AS events FROM (
         SELECT FROM audit_events WHERE organisation_id = $1 AND model_id = $2
           AND chain_position >= $3::bigint AND chain_position <= $4::bigint LIMIT $5) counted`,
      [organisationId, modelId, bigintText(from), bigintText(to), max],
    ),
  );
  return rows[0]?.events ?? 0;
}

/** With a longer timeout, for queries over millions of events. */
function withLongTimeout(text: string, values: unknown[]): QueryConfig & { query_timeout: number } {
  return { text, values, query_timeout: 15 * 60_000 };
}
