import { LeavesMissing, leafHashes } from "@/lib/audit-chain/merkle/load-tiles";
import { countTiles, findEntries, findRoots, insertTiles, type StoredTile } from "@/lib/audit-chain/merkle/tile-store";
import { tileBytes, tileHashes } from "@/lib/audit-chain/merkle/tiles";
import { foldPerfect } from "@/lib/audit-chain/merkle/tree";

/** Tiles that are made from one reading: 4,096 events. */
const tilesAtOnce = 16;

/**
 * Stores the tiles that a chain of `size` events fills and that are not stored yet. Reads the events behind the last tile
 * once, in constant memory. Several that extend the same tree at once do no harm. Throws {@link LeavesMissing}.
 */
export async function extendTiles(organisationId: string, size: number): Promise<void> {
  let filled = Math.floor(size / tileHashes);
  for (let next = await countTiles(organisationId, 0); next < filled; next += tilesAtOnce) {
    const count = Math.min(tilesAtOnce, filled - next);
    const entries = await findEntries(organisationId, next * tileHashes, count * tileHashes);
    if (!entries) throw new LeavesMissing(next * tileHashes + 1);
    const hashes = leafHashes(entries);
    const tiles = Array.from({ length: count }, (_, i) =>
      tileOf(0, next + i, hashes.subarray(i * tileBytes, (i + 1) * tileBytes)),
    );
    await insertTiles(organisationId, tiles);
  }
  for (let level = 1; filled >= tileHashes; level++) {
    filled = Math.floor(filled / tileHashes);
    await extendLevel(organisationId, level, filled);
  }
}

/** A tile below that is missing is no reason to stop: it is computed where it is needed, and so is the one above it. */
async function extendLevel(organisationId: string, level: number, filled: number): Promise<void> {
  for (let index = await countTiles(organisationId, level); index < filled; index++) {
    const hashes = await findRoots(organisationId, { level: level - 1, index: index * tileHashes }, tileHashes);
    if (hashes.length !== tileBytes) return;
    await insertTiles(organisationId, [tileOf(level, index, hashes)]);
  }
}

function tileOf(level: number, index: number, hashes: Buffer): StoredTile {
  return { level, index, hashes, root: foldPerfect(hashes) };
}
