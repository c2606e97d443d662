import type { PoolClient } from "pg";
import type { EventFilters } from "@/lib/domains/audit-chain/schemas";
import { recompute, type StoredEvent, storedEventColumns } from "@/lib/domains/audit-chain/stored-event";
import { isId } from "@/lib/platform/core/id-prefixes";
import { pool, prisma, type Transaction } from "@/lib/platform/database/db";
import { GroupedLookup } from "@/lib/platform/database/grouped-lookup";

/** The model for events that belong to no registered model. */
export async function systemModelId(tx: Transaction, organisationId: string): Promise<string> {
  const model = await tx.model.findFirst({ where: { organisationId, system: true }, select: { id: true } });
  if (!model) throw new Error(`organisation ${organisationId} has no system model`);
  return model.id;
}

/** The subquery hides the number of ids: otherwise PostgreSQL would plan each execution for its values. */
const events = new GroupedLookup<StoredEvent>(async (organisationId, ids) => {
  const { rows } = await pool().query<StoredEvent>({
    name: "audit-find-events",
    text: `SELECT ${storedEventColumns} FROM audit_events WHERE organisation_id = $1
      AND id = ANY(ARRAY(SELECT unnest($2::text[])))`,
    values: [organisationId, ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
});

export async function findEvent(organisationId: string, eventId: string): Promise<StoredEvent | undefined> {
  return isId("auditEvent", eventId) ? events.get(organisationId, eventId) : undefined;
}

/** The ids that belong to events of the organisation, in the given order. */
export async function findKnownEventIds(tx: Transaction, organisationId: string, ids: string[]): Promise<string[]> {
  const candidates = ids.filter((id) => isId("auditEvent", id));
  if (candidates.length === 0) return [];
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM audit_events WHERE organisation_id = ${organisationId} AND id = ANY(${candidates}::text[])`;
  const known = new Set(rows.map(({ id }) => id));
  return candidates.filter((id) => known.has(id));
}

export interface EventPosition {
  modelId: string;
  chainPosition: number;
}

/** The models and positions of events, by event ID. */
export async function findEventPositions(
  tx: Transaction | undefined,
  organisationId: string,
  eventIds: string[],
): Promise<Map<string, EventPosition>> {
  if (eventIds.length === 0) return new Map();
  const rows = await (tx ?? prisma()).$queryRaw<({ id: string } & EventPosition)[]>`
    SELECT id, model_id AS "modelId", chain_position::float8 AS "chainPosition" FROM audit_events
    WHERE organisation_id = ${organisationId} AND id = ANY(${eventIds}::text[])`;
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

export async function findEventAt(organisationId: string, chainPosition: number): Promise<StoredEvent | undefined> {
  const { rows } = await pool().query<StoredEvent>({
    name: "audit-find-event-at",
    text: `SELECT ${storedEventColumns} FROM audit_events WHERE organisation_id = $1 AND chain_position = $2`,
    values: [organisationId, bigintText(chainPosition)],
  });
  return rows[0];
}

/** The number of a model's events by type, with `timestamp` in a period (inclusive). */
export async function countByType(
  organisationId: string,
  modelId: string,
  { from, to }: { from: string; to: string },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool().query<{ eventType: string; events: number }>({
    name: "audit-count-types",
    text: `SELECT event_type AS "eventType", count(*)::int AS events FROM audit_events
      WHERE organisation_id = $1 AND model_id = $2 AND "timestamp" BETWEEN $3 AND $4 GROUP BY event_type`,
    values: [organisationId, modelId, from, to],
  });
  return new Map(rows.map(({ eventType, events }) => [eventType, events]));
}

export async function findBlockHash(organisationId: string, chainPosition: number): Promise<string | undefined> {
  const { rows } = await pool().query<{ blockHash: string }>({
    name: "audit-find-hash",
    text: `SELECT block_hash AS "blockHash" FROM audit_events WHERE organisation_id = $1 AND chain_position = $2`,
    values: [organisationId, bigintText(chainPosition)],
  });
  return rows[0]?.blockHash;
}

/** One page of events, newest first. */
export interface PageRequest {
  filters: EventFilters;
  /** Only events before this position. */
  before?: number | undefined;
  limit: number;
  /** Also count all matches, in the same snapshot. */
  withTotal: boolean;
}

export async function findPage(
  organisationId: string,
  request: PageRequest,
): Promise<{ events: StoredEvent[]; total: number | undefined }> {
  const where = new Conditions(organisationId, request.filters);
  const total = request.withTotal ? `(${totalQuery(where)})::float8` : "NULL";
  const before = request.before === undefined ? "" : `AND chain_position < ${where.bind(bigintText(request.before))}`;
  const text = `
    SELECT ${storedEventColumns}, ${total} AS total FROM audit_events
    WHERE ${where.text} ${before} ORDER BY chain_position DESC LIMIT ${where.bind(request.limit)}`;
  const { rows } = await pool().query<StoredEvent & { total: number | null }>({
    ...(where.isCommon ? { name: preparedName(where, request) } : {}),
    text,
    values: where.values,
  });
  return { events: rows, total: request.withTotal ? countable(rows[0]?.total ?? 0) : undefined };
}

/** A tampered head or count may be any 64-bit number. */
function countable(total: number): number {
  return Math.min(Math.max(total, 0), Number.MAX_SAFE_INTEGER);
}

/** Only common queries are prepared; others are planned for their values. */
function preparedName(where: Conditions, request: PageRequest): string {
  const parts = [
    "audit-page",
    where.isEmpty ? "all" : "model",
    request.withTotal ? "total" : "",
    request.before === undefined ? "" : "next",
  ];
  return parts.join("-");
}

/** The cheapest exact count: head position, running counts (column filters), or count(*) (other filters). */
function totalQuery(where: Conditions): string {
  if (where.isEmpty) return "SELECT position FROM chain_heads WHERE organisation_id = $1";
  if (where.isCounted) return `SELECT coalesce(sum(events), 0) FROM audit_event_counts WHERE ${where.text}`;
  return `SELECT count(*) FROM audit_events WHERE ${where.text}`;
}

class Conditions {
  readonly values: unknown[];
  readonly text: string;
  readonly isEmpty: boolean;
  readonly isCounted: boolean;
  readonly isCommon: boolean;

  constructor(organisationId: string, filters: EventFilters) {
    this.values = [organisationId];
    const parts = ["organisation_id = $1"];
    const add = (condition: (value: string) => string, value: unknown) => {
      if (value !== undefined) parts.push(condition(this.bind(value)));
    };
    add((value) => `model_id = ${value}`, filters.modelId);
    add((value) => `event_type = ${value}`, filters.eventType);
    add((value) => `severity = ${value}`, filters.severity);
    add((value) => `source = ${value}`, filters.source);
    const columnFilters = parts.length - 1;
    add((value) => `"timestamp" >= ${value}::timestamptz`, filters.from);
    add((value) => `"timestamp" <= ${value}::timestamptz`, filters.to);
    const tags = [...(filters.tags ?? []), ...(filters.tag ?? [])];
    // PostgreSQL estimates that each condition on a rare tag matches 0.5% of all events. With only one condition, it
    // reads the whole chain.
    add(
      (value) => `tags @> ${value}::text[] AND tags && ${value}::text[] AND tags <> '{}'::text[]`,
      tags.length === 0 ? undefined : tags,
    );
    add(
      (value) => `chain_position IN (SELECT chain_position FROM event_words
        WHERE organisation_id = $1 AND words @@ event_words_query($1, ${value}))`,
      filters.q,
    );
    this.text = parts.join(" AND ");
    this.isEmpty = parts.length === 1;
    this.isCounted = parts.length - 1 === columnFilters;
    this.isCommon = this.isEmpty || (parts.length === 2 && filters.modelId !== undefined);
  }

  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

const bigintMin = -(2n ** 63n);
const bigintMax = 2n ** 63n - 1n;

/** A position as a PostgreSQL bigint. A tampered position, read as a double, may be just out of its range. */
export function bigintText(position: number): string {
  const whole = BigInt(Math.trunc(position));
  return String(whole > bigintMax ? bigintMax : whole < bigintMin ? bigintMin : whole);
}

/** Events read to find one that the service recorded: only old, forged ones can come before it. */
const candidatesMax = 100;

/**
 * The payload and time of the oldest event that the service recorded itself (`by`: the id of its actor) on the system model
 * with these members in its payload, if it is intact. The oldest, because a forged copy can only follow the service's own
 * event: callers cannot write these kinds (`draftOf`).
 */
export async function findOldestPayload(
  organisationId: string,
  eventType: string,
  { by, members }: { by: string; members: { kind: string } & Record<string, string> },
): Promise<{ payload: Record<string, unknown>; timestamp: string } | undefined> {
  const wanted = Object.entries(members);
  const texts = wanted.map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  const { rows } = await pool().query<StoredEvent>(
    `SELECT ${storedEventColumns} FROM audit_events
     WHERE organisation_id = $1 AND event_type = $2 AND event_type <> 'INFERENCE'
       AND starts_with(content, $3)
       AND (SELECT bool_and(strpos(content, text) > 0) FROM unnest($4::text[]) AS text)
       AND model_id IN (SELECT id FROM models WHERE organisation_id = $1 AND system)
     ORDER BY chain_position LIMIT ${candidatesMax}`,
    [organisationId, eventType, `{"actor":{"id":${JSON.stringify(by)},"type":"SYSTEM"},`, texts],
  );
  for (const stored of rows) {
    const { intact, payload } = recompute(stored);
    // Altered content is not trusted: it may have been the service's event.
    if (!intact || !payload) return undefined;
    if (wanted.every(([name, value]) => payload[name] === value)) return { payload, timestamp: stored.timestamp };
  }
  return undefined;
}

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Runs statements on a connection or in a caller's transaction. */
export interface Sql {
  /** Runs statements in order and returns the rows of each. After a failure, roll back. */
  run(statements: Statement[]): Promise<unknown[][]>;
}

/** On a pipelining connection, all statements take one round trip. Parameters that are arrays of texts must be a `text[]`. */
export function sqlOverConnection(connection: Pick<PoolClient, "query">): Sql {
  return {
    async run(statements) {
      const results = await Promise.all(
        statements.map(({ values, ...statement }) => connection.query({ ...statement, values: values.map(asBinary) })),
      );
      return results.map((result) => result.rows);
    },
  };
}

function asBinary(value: unknown): unknown {
  const isTexts =
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string" || item === null);
  return isTexts ? binaryTexts(value) : value;
}

/**
 * A `text[]` in PostgreSQL's binary format. In the text format, each quotation mark of a JSON text is escaped, and
 * PostgreSQL reads the array character by character.
 */
function binaryTexts(texts: (string | null)[]): Buffer {
  const textsBytes = texts.reduce((bytes, text) => bytes + 4 + (text === null ? 0 : Buffer.byteLength(text)), 0);
  const buffer = Buffer.allocUnsafe(20 + textsBytes);
  // One dimension, nulls allowed, the type's OID, the number of texts, the first index.
  for (const [i, word] of [1, 1, 25, texts.length, 1].entries()) buffer.writeInt32BE(word, 4 * i);
  let at = 20;
  for (const text of texts) {
    const bytes = text === null ? -1 : buffer.write(text, at + 4);
    buffer.writeInt32BE(bytes, at);
    at += 4 + Math.max(bytes, 0);
  }
  return buffer;
}

export function sqlInTransaction(tx: Transaction): Sql {
  return {
    async run(statements) {
      const results: unknown[][] = [];
      for (const { text, values } of statements) results.push(await tx.$queryRawUnsafe<unknown[]>(text, ...values));
      return results;
    },
  };
}
