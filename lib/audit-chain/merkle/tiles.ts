import type { Subtree } from "@/lib/audit-chain/merkle/ranges";
import { foldPerfect, hashBytes, type SubtreeReader } from "@/lib/audit-chain/merkle/tree";

/** Hashes of a full tile (C2SP tlog-tiles), and the levels of the tree that one level of tiles spans. */
export const tileHashes = 256;
export const tileHeight = 8;
export const tileBytes = tileHashes * hashBytes;

/**
 * The place of a tile. Tile `index` of level 0 has the hashes of the leaves from `index` · 256 on; of level n, the roots
 * of the tiles of level n - 1 from there on.
 */
export interface TilePlace {
  level: number;
  index: number;
}

/** A tile with the number of hashes that a tree has in it: 1 to 256. */
export interface TileNeed extends TilePlace {
  hashes: number;
}

/** A name of a tile for maps. */
export function tileName({ level, index }: TilePlace): string {
  return `${level}/${index}`;
}

/** The tiles of a tree of `size` leaves in which the hashes of its subtrees are found, each once. */
export function tilesFor(subtrees: Subtree[], size: number): TileNeed[] {
  const places = new Map(subtrees.map((subtree) => placeOf(subtree).tile).map((tile) => [tileName(tile), tile]));
  return [...places.values()].map((place) => tileNeed(place, size));
}

/** A tile with the hashes that a tree of `size` leaves has in it. */
export function tileNeed({ level, index }: TilePlace, size: number): TileNeed {
  const hashesOfLevel = Math.floor(size / tileHashes ** level);
  return { level, index, hashes: Math.min(tileHashes, hashesOfLevel - index * tileHashes) };
}

/** The tile that has the root of a full one. */
export function parentOf({ level, index }: TilePlace): TilePlace {
  return { level: level + 1, index: Math.floor(index / tileHashes) };
}

/** The position of the first event that a tile covers. */
export function firstPositionOf({ level, index }: TilePlace): number {
  return index * tileHashes ** (level + 1) + 1;
}

/** Reads subtrees' hashes out of tiles, by their names. Throws an Error for a tile that is not among them or too short. */
export function readerOf(tiles: ReadonlyMap<string, Buffer>): SubtreeReader {
  return (subtree) => {
    const { tile, first, count } = placeOf(subtree);
    const hashes = tiles.get(tileName(tile))?.subarray(first * hashBytes, (first + count) * hashBytes);
    if (hashes?.length !== count * hashBytes) throw new Error(`tile ${tileName(tile)} of the tree is not complete`);
    return foldPerfect(hashes);
  };
}

function placeOf({ level, index }: Subtree): { tile: TilePlace; first: number; count: number } {
  const tileLevel = Math.floor(level / tileHeight);
  const count = 2 ** (level % tileHeight);
  const at = index * count;
  const tileIndex = Math.floor(at / tileHashes);
  return { tile: { level: tileLevel, index: tileIndex }, first: at - tileIndex * tileHashes, count };
}
