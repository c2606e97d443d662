import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { bigintText } from "@/lib/domains/audit-chain/store";
import { type StoredEvent, storedEventColumns } from "@/lib/domains/audit-chain/stored-event";
import { type Severity, severities } from "@/lib/domains/audit-chain/vocabulary";
import { pool } from "@/lib/platform/database/db";

/** Where a chain ends. */
export interface ChainHead {
  position: number;
  /** `blockHash` of the event there; of an empty chain, that of no event. */
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

/** Where some chains end, by organisation. */
export async function findHeadPositions(organisationIds: string[]): Promise<Map<string, number>> {
  const { rows } = await pool().query<{ organisationId: string; position: number }>({
    name: "audit-stream-heads",
    text: `SELECT organisation_id AS "organisationId", position::float8 AS position
      FROM chain_heads WHERE organisation_id = ANY($1::text[])`,
    values: [organisationIds],
  });
  return new Map(rows.map(({ organisationId, position }) => [organisationId, position]));
}

/** A part of a chain: behind `after`, up to and with `upTo`. */
interface Stretch {
  after: number;
  upTo: number;
}

const matching = `
  organisation_id = $1 AND chain_position > $2::bigint AND chain_position <= $3::bigint
  AND ($4::text[] IS NULL OR event_type = ANY($4)) AND ($5::text[] IS NULL OR model_id = ANY($5))
  AND ($6::text[] IS NULL OR severity = ANY($6))`;

function valuesOf(organisationId: string, { after, upTo }: Stretch, filter: StreamFilter): unknown[] {
  return [
    ...[organisationId, bigintText(after), bigintText(upTo)],
    filter.eventTypes?.length ? filter.eventTypes : null,
    filter.modelIds?.length ? filter.modelIds : null,
    severitiesFrom(filter.minSeverity),
  ];
}

/** Whether a filter lets any event of a stretch through. */
export async function hasMatch(organisationId: string, stretch: Stretch, filter: StreamFilter): Promise<boolean> {
  const { rows } = await pool().query<{ found: boolean }>({
    name: "audit-stream-any",
    text: `SELECT EXISTS (SELECT FROM audit_events WHERE ${matching}) AS found`,
    values: valuesOf(organisationId, stretch, filter),
  });
  return rows[0]?.found ?? false;
}

/** Bytes of content that are read at once, whatever the limit: each event may have 256 KiB. */
const pageBytesMax = 4 * 1024 * 1024;

/**
 * Events of a stretch that match a filter, in order, at most `limit` and a few megabytes, but at least one. `isWhole`:
 * there are no more.
 */
export async function findMatches(
  organisationId: string,
  stretch: Stretch,
  filter: StreamFilter,
  limit: number,
): Promise<{ events: StoredEvent[]; isWhole: boolean }> {
  const { rows } = await pool().query<StoredEvent & { found: number }>({
    name: "audit-stream-page",
    text: `
      SELECT ${storedEventColumns}, found FROM (
        SELECT *, count(*) OVER ()::int AS found, row_number() OVER chain AS number,
          sum(coalesce(octet_length(content), 0)) OVER chain - coalesce(octet_length(content), 0) AS bytes_before
        FROM (SELECT * FROM audit_events WHERE ${matching} ORDER BY chain_position LIMIT $7::int) matching
        WINDOW chain AS (ORDER BY chain_position ROWS UNBOUNDED PRECEDING)
      ) audit_events WHERE bytes_before < $8::int ORDER BY number`,
    values: [...valuesOf(organisationId, stretch, filter), limit, pageBytesMax],
  });
  const found = rows[0]?.found ?? 0;
  return { events: rows, isWhole: found < limit && rows.length === found };
}
/** What is known of the events of a stretch without reading their contents. */
interface Measure {
  events: number;
  /** Of their lines, roughly and rather too many. */
  bytes: number;
  /** When the first of them was received, in milliseconds since the Unix epoch; null where there is none. */
  oldestMs: number | null;
}

/** Bytes of a line beside content and metadata: ids, hashes, times, names. */
const lineOverhead = 1_400;

/** Measures the first `limit` events of a stretch that a filter lets through. */
export async function measureMatches(
  organisationId: string,
  stretch: Stretch,
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
    values: [...valuesOf(organisationId, stretch, filter), limit],
  });
  return rows[0] ?? { events: 0, bytes: 0, oldestMs: null };
}

/** The media type of streams: a JSON value a line. */
export const streamType = "application/x-ndjson";

/** Which events a stream lets through; what is left out, or null, does not restrict. */
export interface StreamFilter {
  eventTypes?: readonly string[] | null | undefined;
  modelIds?: readonly string[] | null | undefined;
  minSeverity?: Severity | null | undefined;
}

/** The severities from one on; null for all of them. */
function severitiesFrom(least: Severity | null | undefined): Severity[] | null {
  return least === null || least === undefined ? null : severities.slice(severities.indexOf(least));
}

/** Whether a filter may hold something back. */
export function restricts({ eventTypes, modelIds, minSeverity }: StreamFilter): boolean {
  return Boolean(eventTypes?.length) || Boolean(modelIds?.length) || (minSeverity ?? "INFO") !== "INFO";
}

/** What tells the events of a stream apart for who receives them: `audit.inference`. */
function streamTypeOf(eventType: string): string {
  return `audit.${eventType.toLowerCase()}`;
}

/** The line of an event, with its end: the event as the API shows it, its type first. */
export function eventLine(event: AuditEvent): string {
  return `${JSON.stringify({ type: streamTypeOf(event.eventType), ...event })}\n`;
}
