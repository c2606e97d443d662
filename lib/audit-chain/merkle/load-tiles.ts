import { findEntries, findTiles } from "@/lib/audit-chain/merkle/tile-store";
import { type TileNeed, tileHashes, tileName } from "@/lib/audit-chain/merkle/tiles";
import { foldPerfect, hashBytes, leafHash } from "@/lib/audit-chain/merkle/tree";

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
