import {
  hashBytes,
  type TileNeed,
  type TilePlace,
  tileBytes,
  tileHashes,
  tileName,
} from "@/lib/domains/audit-chain/merkle/tree";
import { type Sql, sqlOverConnection } from "@/lib/domains/audit-chain/store";
import { pool } from "@/lib/platform/database/db";

export interface StoredTile extends TilePlace {
  hashes: Buffer;
  root: Buffer;
}

/** What the database has of the tiles that are needed. */
interface FoundTiles {
  /** Hashes by the names of their tiles. */
  tiles: Map<string, Buffer>;
  /** Entries of leaves by the names of their tiles of level 0: 32 bytes each. */
  entries: Map<string, Buffer>;
}

/**
 * The needed tiles that are completely stored: full ones as they are, others assembled from the roots of lower tiles
 * or from events. One round trip.
 */
export async function findTiles(organisationId: string, needs: TileNeed[]): Promise<FoundTiles> {
  const full = needs.filter(({ hashes }) => hashes === tileHashes);
  const partial = needs.filter(({ hashes }) => hashes < tileHashes);
  const rooted = partial.filter(({ level }) => level > 0);
  const leaves = partial.filter(({ level }) => level === 0);
  const [tileRows = [], rootRows = [], leafRows = []] = await withConnection((sql) =>
    sql.run([
      { ...readTiles, values: [organisationId, full.map(({ level }) => level), full.map(({ index }) => index)] },
      {
        ...readRoots,
        values: [organisationId, rooted.map(({ level }) => level), rooted.map(first), rooted.map(behind)],
      },
      { ...readLeaves, values: [organisationId, leaves.map(first), leaves.map(behind)] },
    ]),
  );
  const tiles = new Map<string, Buffer>();
  const entries = new Map<string, Buffer>();
  for (const { level, index, hashes } of [...(tileRows as Row[]), ...(rootRows as Row[])]) {
    tiles.set(tileName({ level, index }), hashes);
  }
  for (const { from, hashes } of leafRows as LeafRow[]) {
    entries.set(tileName({ level: 0, index: from / tileHashes }), Buffer.from(hashes, "hex"));
  }
  for (const need of needs) {
    const name = tileName(need);
    if (tiles.get(name)?.length !== need.hashes * hashBytes) tiles.delete(name);
    if (entries.get(name)?.length !== need.hashes * hashBytes) entries.delete(name);
  }
  return { tiles, entries };
}

interface Row extends TilePlace {
  hashes: Buffer;
}

interface LeafRow {
  from: number;
  hashes: string;
}

/** The first hash of a tile and the one behind its last, counted along the tile's level. */
function first({ index }: TileNeed): number {
  return index * tileHashes;
}

function behind({ index, hashes }: TileNeed): number {
  return index * tileHashes + hashes;
}

/** The limit keeps the planner from reading all tiles of the chain to join them with a few. */
const readTiles = {
  name: "merkle-tiles",
  text: `
    SELECT wanted.level, wanted.tile_index::float8 AS index, tile.hashes
    FROM unnest($2::smallint[], $3::bigint[]) AS wanted(level, tile_index)
    CROSS JOIN LATERAL (
      SELECT hashes FROM chain_tiles
      WHERE organisation_id = $1 AND level = wanted.level AND tile_index = wanted.tile_index LIMIT 1
    ) tile`,
};

const readRoots = {
  name: "merkle-roots",
  text: `
    SELECT wanted.level, (wanted.first / ${tileHashes})::float8 AS index, below.hashes
    FROM unnest($2::smallint[], $3::bigint[], $4::bigint[]) AS wanted(level, first, behind)
    CROSS JOIN LATERAL (
      SELECT string_agg(root, ''::bytea ORDER BY tile_index) AS hashes FROM chain_tiles
      WHERE organisation_id = $1 AND level = wanted.level - 1 AND tile_index >= wanted.first AND tile_index < wanted.behind
    ) below WHERE below.hashes IS NOT NULL`,
};

/** Leaf 0 is position 1. What a hash holds that is no hexadecimal digit shortens the bytes, and is noticed by that. */
const readLeaves = {
  name: "merkle-leaves",
  text: `
    SELECT wanted.first::float8 AS "from", leaf.hashes
    FROM unnest($2::bigint[], $3::bigint[]) AS wanted(first, behind)
    CROSS JOIN LATERAL (
      SELECT string_agg(substr(block_hash, 8), '' ORDER BY chain_position) AS hashes FROM audit_events
      WHERE organisation_id = $1 AND chain_position > wanted.first AND chain_position <= wanted.behind
    ) leaf WHERE leaf.hashes IS NOT NULL`,
};

/**
 * The entries of `count` leaves (the 32 raw bytes of each block hash); undefined if events are missing or hold no
 * hash.
 */
export async function findEntries(
  organisationId: string,
  firstLeaf: number,
  count: number,
): Promise<Buffer | undefined> {
  const [rows = []] = await withConnection((sql) =>
    sql.run([{ ...readLeaves, values: [organisationId, [firstLeaf], [firstLeaf + count]] }]),
  );
  const [row] = rows as LeafRow[];
  const entries = Buffer.from(row?.hashes ?? "", "hex");
  return entries.length === count * hashBytes ? entries : undefined;
}

/** The roots of `count` tiles of a level from one on, 32 bytes each; fewer where tiles are missing. */
export async function findRoots(organisationId: string, { level, index }: TilePlace, count: number): Promise<Buffer> {
  const { rows } = await pool().query<{ roots: Buffer | null }>({
    name: "merkle-roots-of-level",
    text: `SELECT string_agg(root, ''::bytea ORDER BY tile_index) AS roots FROM chain_tiles
           WHERE organisation_id = $1 AND level = $2 AND tile_index >= $3 AND tile_index < $4`,
    values: [organisationId, level, index, index + count],
  });
  return rows[0]?.roots ?? Buffer.alloc(0);
}

/** How far the tiles of a level reach: the index behind the last one. */
export async function countTiles(organisationId: string, level: number): Promise<number> {
  const { rows } = await pool().query<{ count: number }>({
    name: "merkle-count-tiles",
    text: `SELECT coalesce(max(tile_index)::float8 + 1, 0) AS count FROM chain_tiles
           WHERE organisation_id = $1 AND level = $2`,
    values: [organisationId, level],
  });
  return rows[0]?.count ?? 0;
}

/** Stores full tiles; those that are there already stay as they are. */
export async function insertTiles(organisationId: string, tiles: StoredTile[]): Promise<void> {
  for (const { hashes } of tiles) if (hashes.length !== tileBytes) throw new Error("a tile is not full");
  await pool().query({
    name: "merkle-insert-tiles",
    text: `INSERT INTO chain_tiles (organisation_id, level, tile_index, hashes, root)
           SELECT $1, tile.* FROM unnest($2::smallint[], $3::bigint[], $4::bytea[], $5::bytea[]) AS tile
           ON CONFLICT DO NOTHING`,
    values: [
      organisationId,
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ hashes }) => hashes),
      tiles.map(({ root }) => root),
    ],
  });
}

/** Statements that are given to one connection together travel together. */
async function withConnection<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const connection = await pool().connect();
  let failed = true;
  try {
    const result = await work(sqlOverConnection(connection));
    failed = false;
    return result;
  } finally {
    connection.release(failed);
  }
}
