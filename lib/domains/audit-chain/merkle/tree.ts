import { hash } from "node:crypto";
import { type LeafRange, type Subtree, subtreesOf } from "@/lib/domains/audit-chain/merkle/ranges";

/**
 * The hashes of the Merkle tree of RFC 6962, section 2.1 (as RFC 9162). Pure: `ranges.ts` says which are needed, and
 * the caller reads them.
 */

export const hashBytes = 32;

/** The hash of a perfect subtree: 32 bytes. */
type SubtreeReader = (subtree: Subtree) => Uint8Array;

/** A hash of the tree as the contract writes it. */
export function hashOf(bytes: Uint8Array): string {
  return `sha256:${Buffer.from(bytes).toString("hex")}`;
}

/** The hash of a leaf whose entry is the 32 raw bytes of a block's hash: SHA-256 of 0x00 and the entry. */
export function leafHash(entry: Uint8Array): Buffer {
  if (entry.length !== hashBytes) return hash("sha256", Buffer.concat([leafPrefix, entry]), "buffer");
  leafInput.set(entry, 1);
  return hash("sha256", leafInput, "buffer");
}

/** The hash over two subtrees: SHA-256 of 0x01 and both hashes. */
function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + hashBytes);
  return hash("sha256", nodeInput, "buffer");
}

/** What is hashed is put together in place: a proof over a long chain takes some thousand hashes. */
const leafPrefix = Uint8Array.of(0);
const leafInput = Buffer.alloc(1 + hashBytes);
const nodeInput = Buffer.alloc(1 + 2 * hashBytes, 1);

/** The tree hash of a range (RFC 6962, 2.1): of no leaves, the SHA-256 of nothing. */
export function rangeHash(range: LeafRange, read: SubtreeReader): Buffer {
  const subtrees = subtreesOf(range);
  const last = subtrees.pop();
  if (!last) return hash("sha256", "", "buffer");
  return subtrees.reduceRight<Buffer>((right, left) => nodeHash(read(left), right), Buffer.from(read(last)));
}

/** The hash over 2^n hashes that stand one behind the other. */
export function foldPerfect(hashes: Uint8Array): Buffer {
  let row: Uint8Array = hashes;
  while (row.length > hashBytes) {
    const above = Buffer.allocUnsafe(row.length / 2);
    for (let at = 0; at < above.length; at += hashBytes) {
      const middle = at * 2 + hashBytes;
      nodeHash(row.subarray(at * 2, middle), row.subarray(middle, middle + hashBytes)).copy(above, at);
    }
    row = above;
  }
  return Buffer.from(row);
}

/** The root of a tree that is given leaf by leaf, with one hash per level in memory. */
export class GrowingTree {
  /** The hashes of the perfect subtrees that the leaves so far make, the greatest first. */
  private readonly subtrees: Buffer[];

  /** Begins empty, or with the subtrees of a tree of `size` leaves. `onNode` gets the hash of each perfect subtree. */
  constructor(
    private readonly onNode?: (level: number, index: number, hash: Buffer) => void,
    public size = 0,
    subtrees: Buffer[] = [],
  ) {
    this.subtrees = [...subtrees];
  }

  /** `entry`: the 32 raw bytes of a block's hash. */
  append(entry: Uint8Array): void {
    let node = leafHash(entry);
    let index = this.size;
    this.onNode?.(0, index, node);
    for (let level = 1; index % 2 === 1; level++) {
      const left = this.subtrees.pop();
      if (left) node = nodeHash(left, node);
      index = (index - 1) / 2;
      this.onNode?.(level, index, node);
    }
    this.subtrees.push(node);
    this.size += 1;
  }

  root(): Buffer {
    const [last, ...others] = [...this.subtrees].reverse();
    if (!last) return hash("sha256", "", "buffer");
    return others.reduce((right, left) => nodeHash(left, right), last);
  }
}

/** Hashes of a full tile (C2SP tlog-tiles), and the levels of the tree that one level of tiles spans. */
export const tileHashes = 256;
export const tileHeight = 8;
export const tileBytes = tileHashes * hashBytes;

/**
 * Tile `index` of level 0 has the hashes of the leaves from `index` · 256 on; of level n, the roots of the tiles of
 * level n - 1.
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
