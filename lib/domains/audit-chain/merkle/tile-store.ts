import {
  hashBytes,
  type TileNeed,
  type TilePosition,
  tileBytes,
  tileHashes,
  tileName,
} from "@/lib/domains/audit-chain/merkle/tree";
import { type Statement, sqlOverConnection } from "@/lib/domains/audit-chain/store";
import { pool } from "@/lib/platform/database/db";

export interface StoredTile extends TilePosition {
  hashes: Buffer;
  root: Buffer;
}

interface FoundTiles {
  /** Hashes by tile name. */
  tiles: Map<string, Buffer>;
  /** Leaf entries of 32 bytes each, by name of the level 0 tile. */
  entries: Map<string, Buffer>;
}

/**
 * The needed tiles that can be read completely: full tiles as stored, others assembled from the roots of lower tiles
 * or from events. One round trip.
 */
export async function findTiles(organisationId: string, needs: TileNeed[]): Promise<FoundTiles> {
  const full = needs.filter(({ hashes }) => hashes === tileHashes);
  const partial = needs.filter(({ hashes }) => hashes < tileHashes);
  const rooted = partial.filter(({ level }) => level > 0);
  const leaves = partial.filter(({ level }) => level === 0);
  const levelsOf = (some: TileNeed[]) => some.map(({ level }) => level);
  const [tileRows = [], rootRows = [], leafRows = []] = await runTogether([
    { ...readTiles, values: [organisationId, levelsOf(full), full.map(({ index }) => index)] },
    { ...readRoots, values: [organisationId, levelsOf(rooted), rooted.map(first), rooted.map(end)] },
    { ...readLeaves, values: [organisationId, leaves.map(first), leaves.map(end)] },
  ]);
  const tiles = new Map<string, Buffer>();
  const entries = new Map<string, Buffer>();
  for (const tile of [...tileRows, ...rootRows] as (TilePosition & { hashes: Buffer })[]) {
    tiles.set(tileName(tile), tile.hashes);
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

interface LeafRow {
  from: number;
  hashes: string;
}

/** The range of a tile's hashes along its level. */
function first({ index }: TileNeed): number {
  return index * tileHashes;
}

function end({ index, hashes }: TileNeed): number {
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
    FROM unnest($2::smallint[], $3::bigint[], $4::bigint[]) AS wanted(level, first, "end")
    CROSS JOIN LATERAL (
      SELECT string_agg(root, ''::bytea ORDER BY tile_index) AS hashes FROM chain_tiles
      WHERE organisation_id = $1 AND level = wanted.level - 1 AND tile_index >= wanted.first AND tile_index < wanted."end"
    ) below WHERE below.hashes IS NOT NULL`,
};

/** Leaf 0 is position 1. Non-hexadecimal characters in a hash shorten the decoded bytes, which the caller detects. */
const readLeaves = {
  name: "merkle-leaves",
  text: `
    SELECT wanted.first::float8 AS "from", leaf.hashes
    FROM unnest($2::bigint[], $3::bigint[]) AS wanted(first, "end")
    CROSS JOIN LATERAL (
      SELECT string_agg(substr(block_hash, 8), '' ORDER BY chain_position) AS hashes FROM audit_events
      WHERE organisation_id = $1 AND chain_position > wanted.first AND chain_position <= wanted."end"
    ) leaf WHERE leaf.hashes IS NOT NULL`,
};

/** The entries (raw block hashes) of `count` leaves; undefined if events are missing or have no hash. */
export async function findEntries(
  organisationId: string,
  firstLeaf: number,
  count: number,
): Promise<Buffer | undefined> {
  const { rows } = await pool().query<LeafRow>({
    ...readLeaves,
    values: [organisationId, [firstLeaf], [firstLeaf + count]],
  });
  const entries = Buffer.from(rows[0]?.hashes ?? "", "hex");
  return entries.length === count * hashBytes ? entries : undefined;
}

/** The roots of `count` tiles of a level, 32 bytes each; fewer if tiles are missing. */
export async function findRoots(
  organisationId: string,
  { level, index }: TilePosition,
  count: number,
): Promise<Buffer> {
  const { rows } = await pool().query<{ roots: Buffer | null }>({
    name: "merkle-roots-of-level",
    text: `SELECT string_agg(root, ''::bytea ORDER BY tile_index) AS roots FROM chain_tiles
           WHERE organisation_id = $1 AND level = $2 AND tile_index >= $3 AND tile_index < $4`,
    values: [organisationId, level, index, index + count],
  });
  return rows[0]?.roots ?? Buffer.alloc(0);
}

/** The index after the last tile of a level. */
export async function countTiles(organisationId: string, level: number): Promise<number> {
  const { rows } = await pool().query<{ count: number }>({
    name: "merkle-count-tiles",
    text: `SELECT coalesce(max(tile_index)::float8 + 1, 0) AS count FROM chain_tiles
           WHERE organisation_id = $1 AND level = $2`,
    values: [organisationId, level],
  });
  return rows[0]?.count ?? 0;
}

/** Stores full tiles; existing tiles are not changed. */
export async function insertTiles(organisationId: string, tiles: StoredTile[]): Promise<void> {
  for (const { hashes } of tiles) if (hashes.length !== tileBytes) throw new Error("incomplete tile");
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

/** Runs statements in one round trip. */
async function runTogether(statements: Statement[]): Promise<unknown[][]> {
  const connection = await pool().connect();
  let failed = true;
  try {
    const results = await sqlOverConnection(connection).run(statements);
    failed = false;
    return results;
  } finally {
    connection.release(failed);
  }
}
