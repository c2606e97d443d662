import type { Block, Head } from "@/lib/domains/audit-chain/block";
import type { Sql, Statement } from "@/lib/domains/audit-chain/store";
import { clockText, isoText, type StoredEvent, storedEventColumns } from "@/lib/domains/audit-chain/stored-event";
import { type Follower, readFollowers } from "@/lib/domains/audit-chain/streams/followers-store";

export interface ModelState {
  id: string;
  archived: boolean;
  /** `blockHash` of the model's last event, if any. */
  lastHash: string | null;
}

export interface KeyedEvent extends StoredEvent {
  idempotencyKey: string;
  requestHash: string | null;
}

/** The state that an append depends on. */
interface ChainState {
  /** The database's clock, read after the lock was taken. */
  databaseTime: string;
  /** The end of the chain; undefined if the organisation has no chain. */
  head: Head | undefined;
  /** The requested models that belong to the organisation. */
  models: ModelState[];
  /** Events appended with one of the requested idempotency keys. */
  keyed: KeyedEvent[];
  followers: Follower[];
}

/**
 * Takes the chain's lock and reads the state that an append depends on. The lock is a separate statement, because a
 * statement that locked and read at once would read the events as they were before it waited.
 */
export async function lockChain(
  sql: Sql,
  organisationId: string,
  wanted: { modelIds: string[]; keys: string[] },
  begin: Statement[],
): Promise<ChainState> {
  const reads = [
    { ...lockHead, values: [organisationId] },
    { ...readModelStates, values: [organisationId, wanted.modelIds] },
    { ...readFollowers, values: [organisationId] },
    ...(wanted.keys.length > 0 ? [{ ...readKeyedEvents, values: [organisationId, wanted.keys] }] : []),
  ];
  const results = await sql.run([...begin, ...reads]);
  const [heads = [], models = [], followers = [], keyed = []] = results.slice(begin.length);
  const [locked] = heads as (Head & { databaseTime: string })[];
  return {
    databaseTime: locked?.databaseTime ?? "",
    head: locked,
    models: models as ModelState[],
    keyed: keyed as KeyedEvent[],
    followers: followers as Follower[],
  };
}

/** The subquery locks first: otherwise the clock could be read before the wait for the lock. */
const lockHead = {
  name: "audit-lock-head",
  text: `
    SELECT position::float8 AS position, block_hash AS "blockHash", ${isoText("recorded_at")} AS "recordedAt",
      ${clockText} AS "databaseTime"
    FROM (SELECT position, block_hash, recorded_at FROM chain_heads WHERE organisation_id = $1 FOR UPDATE) locked`,
};

/**
 * The comparison of rows lets only the index by model serve the query. With `organisation_id = $1`, PostgreSQL reads all
 * events of an organisation that is newer than its statistics, for each of its models.
 */
export const readModelStates = {
  name: "audit-model-states",
  text: `
    SELECT model.id, model.archived_at IS NOT NULL AS archived, (
      SELECT event.block_hash FROM (
        SELECT organisation_id, model_id, block_hash FROM audit_events
        WHERE (organisation_id, model_id, chain_position) <= ($1, model.id, ${2n ** 63n - 1n}::bigint)
        ORDER BY organisation_id DESC, model_id DESC, chain_position DESC LIMIT 1
      ) event WHERE event.organisation_id = $1 AND event.model_id = model.id
    ) AS "lastHash"
    FROM models model WHERE model.organisation_id = $1 AND model.id = ANY($2::text[])`,
};

const readKeyedEvents = {
  name: "audit-keyed-events",
  text: `
    SELECT ${storedEventColumns}, idempotency_key AS "idempotencyKey", request_hash AS "requestHash" FROM audit_events
    WHERE organisation_id = $1 AND idempotency_key = ANY($2::text[]) AND idempotency_key IS NOT NULL`,
};

/** Statements that store blocks, count them and move the head. */
export function writeBlocks(organisationId: string, blocks: Block[]): Statement[] {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return [];
  const counts = countByKind(blocks);
  return [
    {
      ...insertEvents,
      values: [
        organisationId,
        first.chainPosition,
        last.chainPosition,
        first.previousHash,
        blocks.map((block) => block.id),
        blocks.map((block) => block.blockHash),
        blocks.map((block) => block.previousModelHash),
        blocks.map((block) => block.timestamp),
        blocks.map((block) => block.recordedAt),
        blocks.map((block) => block.eventType),
        blocks.map((block) => block.severity),
        blocks.map((block) => block.modelId),
        blocks.map((block) => block.source),
        blocks.map((block) => block.contentHash),
        blocks.map((block) => block.content),
        blocks.map((block) => arrayLiteral(block.tags)),
        orNull(blocks.map((block) => block.metadata)),
        orNull(blocks.map((block) => block.idempotencyKey)),
        orNull(blocks.map((block) => block.requestHash)),
      ],
    },
    {
      ...moveHead,
      values: [
        organisationId,
        last.chainPosition,
        last.blockHash,
        last.recordedAt,
        counts.map(({ block }) => block.modelId),
        counts.map(({ block }) => block.eventType),
        counts.map(({ block }) => block.severity),
        counts.map(({ block }) => block.source),
        counts.map(({ events }) => events),
      ],
    },
  ];
}

/** An array of nulls as one null, for which `unnest` returns nulls. */
function orNull(values: (string | null)[]): (string | null)[] | null {
  return values.every((value) => value === null) ? null : values;
}

/**
 * Each block's previous hash is the hash of the block before it. Functions in the select list return their rows one by
 * one; in the FROM clause, each would store all of its rows first.
 */
const insertEvents = {
  name: "audit-insert-events",
  text: `
    INSERT INTO audit_events (
      organisation_id, chain_position, id, block_hash, previous_hash, previous_model_hash, "timestamp", recorded_at,
      event_type, severity, model_id, source, content_hash, content, tags, metadata, idempotency_key, request_hash)
    SELECT $1, block.chain_position, block.id, block.block_hash, block.previous_hash, block.previous_model_hash,
           block."timestamp"::timestamptz, block.recorded_at::timestamptz, block.event_type, block.severity, block.model_id,
           block.source, block.content_hash, block.content, block.tags::text[], block.metadata, block.idempotency_key,
           block.request_hash
    FROM (
      SELECT generate_series($2::bigint, $3::bigint) AS chain_position, unnest($5::text[]) AS id,
             unnest($6::text[]) AS block_hash, unnest(array_prepend($4::text, trim_array($6::text[], 1))) AS previous_hash,
             unnest($7::text[]) AS previous_model_hash, unnest($8::text[]) AS "timestamp", unnest($9::text[]) AS recorded_at,
             unnest($10::text[]) AS event_type, unnest($11::text[]) AS severity, unnest($12::text[]) AS model_id,
             unnest($13::text[]) AS source, unnest($14::text[]) AS content_hash, unnest($15::text[]) AS content,
             unnest($16::text[]) AS tags, unnest($17::text[]) AS metadata, unnest($18::text[]) AS idempotency_key,
             unnest($19::text[]) AS request_hash
    ) AS block`,
};

const moveHead = {
  name: "audit-move-head",
  text: `
    WITH counted AS (
      INSERT INTO audit_event_counts (organisation_id, model_id, event_type, severity, source, events)
      SELECT $1, added.* FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[]) AS added
      ON CONFLICT (organisation_id, model_id, event_type, severity, source)
      DO UPDATE SET events = audit_event_counts.events + EXCLUDED.events
    )
    UPDATE chain_heads SET position = $2::bigint, block_hash = $3, recorded_at = $4::timestamptz WHERE organisation_id = $1`,
};

function countByKind(blocks: Block[]): { block: Block; events: number }[] {
  const counts = new Map<string, { block: Block; events: number }>();
  for (const block of blocks) {
    const kind = `${block.modelId} ${block.eventType} ${block.severity} ${block.source}`;
    const count = counts.get(kind);
    if (count) count.events += 1;
    else counts.set(kind, { block, events: 1 });
  }
  return [...counts.values()];
}

/** A PostgreSQL array literal, because tags of several events are not a rectangular array. */
function arrayLiteral(tags: string[]): string {
  return `{${tags.map((tag) => `"${tag.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
