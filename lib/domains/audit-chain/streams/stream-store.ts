import { type Severity, severities } from "@/lib/domains/audit-chain/enums";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { bigintText, type Sql, sqlOverConnection } from "@/lib/domains/audit-chain/store";
import { type StoredEvent, storedEventColumns } from "@/lib/domains/audit-chain/stored-event";
import { pool } from "@/lib/platform/database/db";

export interface ChainHead {
  position: number;
  /** `blockHash` of the last event; the genesis hash if the chain is empty. */
  blockHash: string;
}

export async function findHead(organisationId: string): Promise<ChainHead> {
  const { rows } = await pool().query<ChainHead>({
    name: "audit-stream-head",
    text: `SELECT position::float8 AS position, block_hash AS "blockHash" FROM chain_heads WHERE organisation_id = $1`,
    values: [organisationId],
  });
  const [head] = rows;
  if (!head) throw new Error(`organisation ${organisationId} has no chain`);
  return head;
}

/** The end positions of chains, by organisation. */
export async function findHeadPositions(organisationIds: string[]): Promise<Map<string, number>> {
  const { rows } = await pool().query<{ organisationId: string; position: number }>({
    name: "audit-stream-heads",
    text: `SELECT organisation_id AS "organisationId", position::float8 AS position
      FROM chain_heads WHERE organisation_id = ANY($1::text[])`,
    values: [organisationIds],
  });
  return new Map(rows.map(({ organisationId, position }) => [organisationId, position]));
}

/** The positions after `after`, up to and including `upTo`. */
interface Section {
  after: number;
  upTo: number;
}

const matching = `
  organisation_id = $1 AND chain_position > $2::bigint AND chain_position <= $3::bigint
  AND ($4::text[] IS NULL OR event_type = ANY($4)) AND ($5::text[] IS NULL OR model_id = ANY($5))
  AND ($6::text[] IS NULL OR severity = ANY($6))`;

function valuesOf(organisationId: string, { after, upTo }: Section, filter: StreamFilter): unknown[] {
  return [
    ...[organisationId, bigintText(after), bigintText(upTo)],
    filter.eventTypes?.length ? filter.eventTypes : null,
    filter.modelIds?.length ? filter.modelIds : null,
    severitiesFrom(filter.minSeverity),
  ];
}

/** Whether any event of a section matches a filter. */
export async function hasMatch(organisationId: string, section: Section, filter: StreamFilter): Promise<boolean> {
  const { rows } = await pool().query<{ found: boolean }>({
    name: "audit-stream-any",
    text: `SELECT EXISTS (SELECT FROM audit_events WHERE ${matching}) AS found`,
    values: valuesOf(organisationId, section, filter),
  });
  return rows[0]?.found ?? false;
}

/** Maximum bytes of content per page, because each event may have 256 KiB. */
const pageBytesMax = 4 * 1024 * 1024;

/**
 * Events of a section that match a filter, in order, at most `limit` and a few megabytes, but at least one. `isWhole`:
 * there are no more.
 */
export async function findMatches(
  organisationId: string,
  section: Section,
  filter: StreamFilter,
  limit: number,
  sql: Sql = sqlOverConnection(pool()),
): Promise<{ events: StoredEvent[]; isWhole: boolean }> {
  const page = {
    name: "audit-stream-page",
    text: `
      SELECT ${storedEventColumns}, found FROM (
        SELECT *, count(*) OVER ()::int AS found, row_number() OVER chain AS number,
          sum(coalesce(octet_length(content), 0)) OVER chain - coalesce(octet_length(content), 0) AS bytes_before
        FROM (SELECT * FROM audit_events WHERE ${matching} ORDER BY chain_position LIMIT $7::int) matching
        WINDOW chain AS (ORDER BY chain_position ROWS UNBOUNDED PRECEDING)
      ) audit_events WHERE bytes_before < $8::int ORDER BY number`,
    values: [...valuesOf(organisationId, section, filter), limit, pageBytesMax],
  };
  const [rows = []] = (await sql.run([page])) as (StoredEvent & { found: number })[][];
  const found = rows[0]?.found ?? 0;
  return { events: rows, isWhole: found < limit && rows.length === found };
}

/** Measures of events, obtained without reading their contents. */
interface Measure {
  events: number;
  /** Upper estimate of the size of their lines. */
  bytes: number;
  /** Time of receipt of the first event, in milliseconds since the Unix epoch. */
  oldestMs: number | null;
}

/** Bytes of a line besides content and metadata. */
const lineOverhead = 1_400;

/** Measures the first `limit` matching events of a section. */
export async function measureMatches(
  organisationId: string,
  section: Section,
  filter: StreamFilter,
  limit: number,
): Promise<Measure> {
  const { rows } = await pool().query<Measure>({
    name: "audit-stream-measure",
    text: `
      SELECT count(*)::int AS events, coalesce(sum(bytes), 0)::float8 AS bytes,
        (extract(epoch FROM min(recorded_at)) * 1000)::float8 AS "oldestMs"
      FROM (
        SELECT coalesce(octet_length(content), 0) + coalesce(octet_length(metadata), 0) + ${lineOverhead} AS bytes,
          CASE WHEN isfinite(recorded_at) THEN recorded_at END AS recorded_at
        FROM audit_events WHERE ${matching} ORDER BY chain_position LIMIT $7::int
      ) matching`,
    values: [...valuesOf(organisationId, section, filter), limit],
  });
  return rows[0] ?? { events: 0, bytes: 0, oldestMs: null };
}

/** The media type of streams: one JSON value per line. */
export const streamType = "application/x-ndjson";

/** Absent or null members do not restrict the stream. */
export interface StreamFilter {
  eventTypes?: readonly string[] | null | undefined;
  modelIds?: readonly string[] | null | undefined;
  minSeverity?: Severity | null | undefined;
}

/** A severity and all higher ones; null for all severities. */
function severitiesFrom(least: Severity | null | undefined): Severity[] | null {
  return least === null || least === undefined ? null : severities.slice(severities.indexOf(least));
}

/** Whether a filter can exclude events. */
export function restricts({ eventTypes, modelIds, minSeverity }: StreamFilter): boolean {
  return Boolean(eventTypes?.length) || Boolean(modelIds?.length) || (minSeverity ?? "INFO") !== "INFO";
}

/** For example `audit.inference`. */
function streamTypeOf(eventType: string): string {
  return `audit.${eventType.toLowerCase()}`;
}

/** The line of an event: the event as in the API, preceded by its type. */
export function eventLine(event: AuditEvent): string {
  return `${JSON.stringify({ type: streamTypeOf(event.eventType), ...event })}\n`;
}
