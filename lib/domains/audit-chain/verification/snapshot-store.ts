import { Socket } from "node:net";
import pg from "pg";
import type { TilePosition } from "@/lib/domains/audit-chain/merkle/tree";
import { projectionFor, stateHash } from "@/lib/domains/audit-chain/records/record-states";
import { type SealedTableName, sealedTableNames } from "@/lib/domains/audit-chain/records/sealed-tables";
import { bigintText } from "@/lib/domains/audit-chain/store";
import { anyIsoText, anyText, clockText } from "@/lib/domains/audit-chain/stored-event";
import { blockColumns, blockOf, measured } from "@/lib/domains/audit-chain/verification/block-store";
import type { CheckpointWithEvent } from "@/lib/domains/audit-chain/verification/checkpoint-verifier";
import { copyOut } from "@/lib/domains/audit-chain/verification/copy-out";
import type { ModelClaim, Predecessor, StoredBlock } from "@/lib/domains/audit-chain/verification/event-verifier";
import { env } from "@/lib/platform/config/env";
import { findSchemaDifferences, type SchemaDifference } from "@/lib/platform/database/compare-schema";
import { isSchemaBroken, withSessionSettings } from "@/lib/platform/database/db";
import { giveWay } from "@/lib/platform/documents/give-way";

/** Inclusive; without `to`, up to the end of the chain. */
interface PositionRange {
  from: number;
  to?: number | undefined;
}

/** A position that does not follow its predecessor. */
export interface Irregularity {
  chainPosition: number;
  /** 0 before the first event. */
  preceding: number;
}

/** A stored tile; no digest if incomplete. */
interface DigestedTile extends TilePosition {
  digest: string | null;
}

export interface StoredHead {
  /** The database's clock when the head was read. */
  databaseTime: string;
  position: number;
  blockHash: string;
  recordedAt: string;
}

/** A consistent view of a chain: a REPEATABLE READ, READ ONLY transaction on its own connection. Always close it. */
export class ChainSnapshot {
  private constructor(
    private readonly client: pg.Client,
    private readonly socket: Socket,
    private readonly organisationId: string,
  ) {}

  /** `exported`: reads the same state as the snapshot with this {@link export} ID. */
  static async open(
    organisationId: string,
    databaseUrl = env().DATABASE_URL,
    exported?: string,
  ): Promise<ChainSnapshot> {
    const socket = new Socket();
    const client = new pg.Client({
      stream: () => socket,
      connectionString: withSessionSettings(databaseUrl),
      application_name: "governance-audit-service verification",
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query(begin);
      if (exported !== undefined) await client.query(`SET TRANSACTION SNAPSHOT ${pg.escapeLiteral(exported)}`);
      return new ChainSnapshot(client, socket, organisationId);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }

  /** An ID with which other connections can open this snapshot until it is closed. */
  async export(): Promise<string> {
    const { rows } = await this.client.query<{ id: string }>("SELECT pg_export_snapshot() AS id");
    return rows[0]?.id ?? "";
  }

  /** The last position of an event; 0 in an empty chain. */
  async lastPosition(): Promise<number> {
    const rows = await this.rows<{ last: number }>(
      "SELECT coalesce(max(chain_position), 0)::float8 AS last FROM audit_events WHERE organisation_id = $1",
    );
    return rows[0]?.last ?? 0;
  }

  /** The differences of the schema from the migrations; undefined if not comparable. Keeps the snapshot usable. */
  async schemaDifferences(): Promise<SchemaDifference[] | undefined> {
    await this.client.query("SAVEPOINT catalogue");
    try {
      return await findSchemaDifferences(this.client);
    } finally {
      // A snapshot cannot be exported within a savepoint.
      await this.client.query("ROLLBACK TO SAVEPOINT catalogue; RELEASE SAVEPOINT catalogue");
    }
  }

  /** @throws {@link ChainUnreadable} if a table of the chain is missing or not a table. */
  async requireTables(): Promise<void> {
    const { rows } = await this.client.query<{ name: string; kind: string | null }>(
      `SELECT name, relkind AS kind FROM unnest($1::text[]) AS name
       LEFT JOIN pg_class ON relname = name AND relnamespace = 'public'::regnamespace
       WHERE relkind IS NULL OR relkind NOT IN ('r', 'p')`,
      [chainTables],
    );
    if (rows.length === 0) return;
    const reasons = rows.map(({ name, kind }) =>
      kind === null ? `table public.${name} does not exist` : `public.${name} is not a table${kindNames[kind] ?? ""}`,
    );
    throw new ChainUnreadable(reasons.join("; "));
  }

  async head(): Promise<StoredHead | undefined> {
    const rows = await this.rows<StoredHead>(
      `SELECT coalesce(position, 0)::float8 AS position, ${anyText("block_hash")} AS "blockHash",
         ${anyIsoText("recorded_at")} AS "recordedAt", ${clockText} AS "databaseTime" FROM chain_heads WHERE organisation_id = $1 LIMIT 1`,
    );
    return rows[0];
  }

  /** The event at a position, as a predecessor. */
  async eventAt(position: number): Promise<Predecessor | undefined> {
    const rows = await this.rows<Predecessor>(
      `SELECT chain_position::float8 AS "chainPosition", ${anyText("block_hash")} AS "blockHash",
         ${anyIsoText("recorded_at")} AS "recordedAt" FROM audit_events
       WHERE organisation_id = $1 AND chain_position = $2::bigint LIMIT 1`,
      bigintText(position),
    );
    return rows[0];
  }

  async countBefore(position: number): Promise<number> {
    const rows = await this.rows<{ events: number }>(
      "SELECT count(*)::float8 AS events FROM audit_events WHERE organisation_id = $1 AND chain_position < $2::bigint",
      bigintText(position),
    );
    return rows[0]?.events ?? 0;
  }

  /** The first event before a position that does not follow its predecessor. */
  async firstIrregularityBefore(position: number): Promise<Irregularity | undefined> {
    const rows = await this.rows<Irregularity>(
      `SELECT chain_position::float8 AS "chainPosition", preceding::float8 AS preceding FROM (
         SELECT chain_position, coalesce(lag(chain_position) OVER (ORDER BY chain_position), 0) AS preceding
         FROM audit_events WHERE organisation_id = $1 AND chain_position < $2::bigint
       ) AS linked WHERE chain_position <> preceding + 1 ORDER BY chain_position LIMIT 1`,
      bigintText(position),
    );
    return rows[0];
  }

  /** The last hashes of models before a position. */
  async modelHashesBefore(position: number, claims: Iterable<ModelClaim>): Promise<Map<string, string>> {
    const modelIds = [...claims].map(({ modelId }) => modelId);
    const rows = await this.rows<{ modelId: string; blockHash: string | null }>(
      `SELECT model.id AS "modelId", (
         SELECT event.block_hash FROM audit_events event
         WHERE event.organisation_id = $1 AND event.model_id = model.id AND event.chain_position < $2::bigint
         ORDER BY event.chain_position DESC LIMIT 1) AS "blockHash"
       FROM unnest($3::text[]) AS model(id)`,
      bigintText(position),
      modelIds,
    );
    return new Map(rows.flatMap(({ modelId, blockHash }) => (blockHash === null ? [] : [[modelId, blockHash]])));
  }

  async counts(): Promise<Map<string, number>> {
    const rows = await this.rows<{ kind: string; events: number }>(
      `SELECT model_id || ' ' || event_type || ' ' || severity || ' ' || source AS kind, events::float8 AS events
       FROM audit_event_counts WHERE organisation_id = $1 AND events <> 0`,
    );
    return new Map(rows.map(({ kind, events }) => [kind, events]));
  }

  /**
   * Streams the events of a range in order and yields every few milliseconds. Events without a position come last, and
   * only in a full chain.
   */
  async readEvents({ from, to }: PositionRange, take: (event: StoredBlock) => void): Promise<void> {
    const { organisationId } = this;
    const bounds = `${from > 1 ? ` AND chain_position >= ${bigintText(from)}` : ""}${to === undefined ? "" : ` AND chain_position <= ${bigintText(to)}`}`;
    await this.stream(`${this.eventsQuery}${bounds} ORDER BY chain_position`, (row) =>
      take(blockOf(organisationId, row)),
    );
  }

  /** Streams the events without a position, which {@link readEvents} omits if it has bounds. */
  async readUnplaced(take: (event: StoredBlock) => void): Promise<void> {
    const { organisationId } = this;
    await this.stream(`${this.eventsQuery} AND chain_position IS NULL`, (row) => take(blockOf(organisationId, row)));
  }

  private get eventsQuery(): string {
    return `SELECT ${blockColumns} FROM ${measured} WHERE organisation_id = ${pg.escapeLiteral(this.organisationId)}`;
  }

  /** Streams every governed record with the hash of its state. */
  async readRecords(take: (table: SealedTableName, id: string, hash: string) => void): Promise<void> {
    for (const table of sealedTableNames) {
      const query = projectionFor(table).text.replace("$1", () => pg.escapeLiteral(this.organisationId));
      await this.stream(query, ([id, ...values]) => take(table, id ?? "", stateHash(table, values)));
    }
  }

  private stream(query: string, take: (values: (string | null)[]) => void): Promise<void> {
    return copyOut(this.client, query, take, () => {
      this.socket.pause();
      void giveWay().then(() => this.socket.resume());
    });
  }

  /**
   * The events after a position that the index of erasures names for the given positions. The index is not trusted; it
   * only locates events.
   */
  async recordingEvents(positions: number[], after: number): Promise<StoredBlock[]> {
    const { organisationId } = this;
    const text = `SELECT ${blockColumns} FROM ${measured} WHERE organisation_id = $1 AND chain_position > $3::bigint
      AND chain_position IN (SELECT recorded_position FROM event_erasures
        WHERE organisation_id = $1 AND chain_position = ANY($2::bigint[]))`;
    const values = [organisationId, positions.map(bigintText), bigintText(after)];
    const { rows } = await this.client.query<(string | null)[]>(asArrays(text, values));
    return rows.map((row) => blockOf(organisationId, row));
  }

  /** Checkpoints above a size (undefined: all) in order, one page in memory at a time. */
  async *checkpoints(aboveSize: number | undefined): AsyncGenerator<CheckpointWithEvent, void, undefined> {
    yield* this.pages<CheckpointWithEvent>(
      "checkpoints",
      `${checkpointQuery} WHERE checkpoint.organisation_id = $1 AND ($2::bigint IS NULL OR checkpoint.size > $2::bigint)
       ORDER BY checkpoint.size`,
      [aboveSize === undefined ? null : bigintText(aboveSize)],
    );
  }

  private async *pages<Row extends pg.QueryResultRow>(
    cursor: string,
    text: string,
    values: unknown[],
  ): AsyncGenerator<Row, void, undefined> {
    await this.client.query({
      text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`,
      values: [this.organisationId, ...values],
    });
    for (;;) {
      const { rows } = await this.client.query<Row>(`FETCH ${rowsOfPage} FROM ${cursor}`);
      yield* rows;
      if (rows.length < rowsOfPage) break;
    }
    await this.client.query(`CLOSE ${cursor}`);
  }

  /** The number of events covered by stored tiles. */
  async tiledEvents(): Promise<number> {
    const rows = await this.rows<{ events: number }>(
      "SELECT coalesce(max(tile_index)::float8 + 1, 0) * 256 AS events FROM chain_tiles WHERE organisation_id = $1 AND level = 0",
    );
    return rows[0]?.events ?? 0;
  }

  /** The stored tiles with the digest of their hashes and root, one page in memory at a time. */
  async *tiles(): AsyncGenerator<DigestedTile, void, undefined> {
    yield* this.pages<DigestedTile>(
      "tiles",
      `SELECT level::int AS level, tile_index::float8 AS index, 'sha256:' || encode(sha256(hashes || root), 'hex') AS digest
       FROM chain_tiles WHERE organisation_id = $1 ORDER BY level, tile_index`,
      [],
    );
  }

  /** The sizes of the last checkpoints (up to a size), ascending. */
  async lastSizes(limit: number, upToSize?: number): Promise<number[]> {
    const rows = await this.rows<{ size: number }>(
      `SELECT size::float8 AS size FROM chain_checkpoints
       WHERE organisation_id = $1 AND size <= coalesce($2::bigint, size) ORDER BY chain_checkpoints.size DESC LIMIT $3`,
      upToSize === undefined ? null : bigintText(upToSize),
      limit,
    );
    return rows.map(({ size }) => size).reverse();
  }

  /** Stored checkpoints up to a size, largest first. */
  async latestCheckpoints(limit: number, upToSize?: number): Promise<CheckpointWithEvent[]> {
    return this.rows<CheckpointWithEvent>(
      `${checkpointQuery} WHERE checkpoint.organisation_id = $1 AND ($2::bigint IS NULL OR checkpoint.size <= $2::bigint)
       ORDER BY checkpoint.size DESC NULLS LAST LIMIT $3`,
      upToSize === undefined ? null : bigintText(upToSize),
      limit,
    );
  }

  private async rows<Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> {
    const { rows } = await this.client.query<Row>(text, [this.organisationId, ...values]);
    return rows;
  }
}

/** A query whose rows are arrays of texts as PostgreSQL prints them. */
function asArrays(text: string, values: unknown[]): pg.QueryArrayConfig {
  return { text, values, rowMode: "array", types: { getTypeParser: () => (printed: string) => printed } };
}

const chainTables = [
  "audit_events",
  "chain_heads",
  "audit_event_counts",
  "chain_checkpoints",
  "chain_tiles",
  "event_erasures",
];
const kindNames: Record<string, string> = {
  v: " but a view",
  m: " but a materialized view",
  f: " but a foreign table",
};

/** SQLSTATEs of damaged rows, and of values and functions that an intact chain does not have. */
const damageCodes = /^(2[02]|2F|3[89]|44|54|P0|XX)\w{3}$/;

/** Tables of the chain are missing or were replaced. */
class ChainUnreadable extends Error {
  override readonly name = "ChainUnreadable";
}

/** Whether an error is caused by damaged tables, not by an unreachable database. */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof ChainUnreadable || isSchemaBroken(error)) return true;
  const { code } = error as { code?: unknown };
  return typeof code === "string" && damageCodes.test(code);
}

/**
 * Independent of the settings of the role and the database: names resolve to the real tables, times have one format, and
 * events are read from their index without sorting.
 */
const begin = `
  SET search_path = pg_catalog, public, pg_temp; SET DateStyle = 'ISO, YMD'; SET TimeZone = 'UTC';
  SET client_encoding = 'UTF8'; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET enable_sort = off; SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off;
  SET max_parallel_workers_per_gather = 0;
  BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY`;

const rowsOfPage = 100;

const checkpointQuery = `
  SELECT checkpoint.organisation_id AS "organisationId", coalesce(checkpoint.size, 0)::float8 AS size,
    ${anyText("checkpoint.head_hash")} AS "headHash", ${anyText("checkpoint.root_hash")} AS "rootHash",
    ${anyIsoText("issued_at")} AS "issuedAt",
    ${anyText("checkpoint.previous_checkpoint_hash")} AS "previousCheckpointHash",
    ${anyText("checkpoint.key_id")} AS "keyId", ${anyText("checkpoint.signature")} AS signature,
    ${anyText("checkpoint.checkpoint_hash")} AS "storedHash",
    (SELECT event.block_hash FROM audit_events event
     WHERE event.organisation_id = checkpoint.organisation_id AND event.chain_position = checkpoint.size LIMIT 1
    ) AS "eventHash"
  FROM chain_checkpoints checkpoint`;
