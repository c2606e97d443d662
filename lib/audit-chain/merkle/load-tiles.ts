import { findEntries, findTiles } from "@/lib/audit-chain/merkle/tile-store";
import { type TileNeed, tileHashes, tileHeight, tileName } from "@/lib/audit-chain/merkle/tiles";
import { foldPerfect, GrowingTree, hashBytes, leafHash } from "@/lib/audit-chain/merkle/tree";

/** Events are missing, or hold no hash, where the tree needs them. */
export class LeavesMissing extends Error {
  override readonly name = "LeavesMissing";

  /** `position`: the first of the events of which at least one is missing. */
  constructor(readonly position: number) {
    super(`events of the chain from position ${position} on are missing or hold no hash`);
  }
}

/** Tiles that are made again at a time, 8 KiB each. */
const rebuiltAtOnce = 16;

/**
 * The hashes of tiles by their names. Tiles that are not stored are computed from those below and in the end from the
 * events, so that a tile that was lost costs time and nothing else. Throws {@link LeavesMissing}.
 */
export async function loadTiles(organisationId: string, needs: TileNeed[]): Promise<Map<string, Buffer>> {
  const { tiles, entries } = await findTiles(organisationId, needs);
  for (const [name, bytes] of entries) tiles.set(name, leafHashes(bytes));
  for (const need of needs) {
    if (!tiles.has(tileName(need))) tiles.set(tileName(need), await rebuildTile(organisationId, need));
  }
  return tiles;
}

/** Computes tiles from the events of a tree of `size` leaves alone, whatever is stored. Reads all events once. */
export async function computeTiles(
  organisationId: string,
  needs: TileNeed[],
  size: number,
): Promise<Map<string, Buffer>> {
  const tiles = new Map(needs.map((need) => [tileName(need), Buffer.alloc(need.hashes * hashBytes)]));
  const tree = new GrowingTree((level, index, hash) => {
    if (level % tileHeight !== 0) return;
    const place = { level: level / tileHeight, index: Math.floor(index / tileHashes) };
    const tile = tiles.get(tileName(place));
    const at = (index % tileHashes) * hashBytes;
    if (tile && at < tile.length) hash.copy(tile, at);
  });
  await appendEntries(organisationId, tree, size);
  return tiles;
}

/** Appends the leaves up to `size` to a tree, from the events. Throws {@link LeavesMissing}. */
export async function appendEntries(organisationId: string, tree: GrowingTree, size: number): Promise<void> {
  while (tree.size < size) {
    const count = Math.min(entriesAtOnce, size - tree.size);
    const entries = await findEntries(organisationId, tree.size, count);
    if (!entries) throw new LeavesMissing(tree.size + 1);
    for (let at = 0; at < entries.length; at += hashBytes) tree.append(entries.subarray(at, at + hashBytes));
  }
}

const entriesAtOnce = 4_096;

/** The hashes of leaves, one behind the other, of their entries. */
export function leafHashes(entries: Buffer): Buffer {
  const hashes = Buffer.allocUnsafe(entries.length);
  for (let at = 0; at < entries.length; at += hashBytes) {
    leafHash(entries.subarray(at, at + hashBytes)).copy(hashes, at);
  }
  return hashes;
}

async function rebuildTile(organisationId: string, { level, index, hashes }: TileNeed): Promise<Buffer> {
  const first = index * tileHashes;
  if (level === 0) {
    const entries = await findEntries(organisationId, first, hashes);
    if (!entries) throw new LeavesMissing(first + 1);
    return leafHashes(entries);
  }
  const roots: Buffer[] = [];
  for (let from = first; from < first + hashes; from += rebuiltAtOnce) {
    const count = Math.min(rebuiltAtOnce, first + hashes - from);
    const below = Array.from({ length: count }, (_, i) => ({ level: level - 1, index: from + i, hashes: tileHashes }));
    const tiles = await loadTiles(organisationId, below);
    for (const place of below) roots.push(foldPerfect(tiles.get(tileName(place)) ?? Buffer.alloc(0)));
  }
  return Buffer.concat(roots);
}
