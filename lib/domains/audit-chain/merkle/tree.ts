import { hash } from "node:crypto";
import { type LeafRange, type Subtree, subtreesOf } from "@/lib/domains/audit-chain/merkle/ranges";

/* The hashes of the Merkle tree of RFC 6962, section 2.1 (as RFC 9162). Pure: `ranges.ts` lists the needed hashes. */

export const hashBytes = 32;

/** The hash of a perfect subtree: 32 bytes. */
type SubtreeReader = (subtree: Subtree) => Uint8Array;

/** A hash as `sha256:` and hex. */
export function hashOf(bytes: Uint8Array): string {
  return `sha256:${Buffer.from(bytes).toString("hex")}`;
}

/** The hash of a leaf whose entry is the 32 raw bytes of a block's hash: SHA-256 of 0x00 and the entry. */
export function leafHash(entry: Uint8Array): Buffer {
  if (entry.length !== hashBytes) return sha256(Buffer.concat([leafPrefix, entry]));
  leafInput.set(entry, 1);
  return sha256(leafInput);
}

/** The hash over two subtrees: SHA-256 of 0x01 and both hashes. */
function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + hashBytes);
  return sha256(nodeInput);
}

/** Takes a third of the time of the output format `buffer`, which allocates each hash outside the heap. */
function sha256(input: Uint8Array): Buffer {
  return Buffer.from(hash("sha256", input, "binary"), "binary");
}

/** Reused buffers, because a proof over a long chain takes thousands of hashes. */
const leafPrefix = Uint8Array.of(0);
const leafInput = Buffer.alloc(1 + hashBytes);
const nodeInput = Buffer.alloc(1 + 2 * hashBytes, 1);

/** The tree hash of a range (RFC 6962, 2.1); for no leaves, the SHA-256 of the empty string. */
export function rangeHash(range: LeafRange, read: SubtreeReader): Buffer {
  const subtrees = subtreesOf(range);
  const last = subtrees.pop();
  if (!last) return hash("sha256", "", "buffer");
  return subtrees.reduceRight<Buffer>((right, left) => nodeHash(read(left), right), Buffer.from(read(last)));
}

/** The tree hash of 2^n concatenated hashes. */
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

/** Computes the root of a tree leaf by leaf, with one hash per level in memory. */
export class GrowingTree {
  /** The hashes of the perfect subtrees so far, largest first. */
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

/** Hashes of a full tile (C2SP tlog-tiles), and the tree levels per tile level. */
export const tileHashes = 256;
export const tileHeight = 8;
export const tileBytes = tileHashes * hashBytes;

/** A tile of level 0 has the hashes of the leaves from `index` · 256; of level n, the roots of tiles of level n - 1. */
export interface TilePosition {
  level: number;
  index: number;
}

/** A tile and the number of its hashes in a tree: 1 to 256. */
export interface TileNeed extends TilePosition {
  hashes: number;
}

export function tileName({ level, index }: TilePosition): string {
  return `${level}/${index}`;
}

/** The tiles of a tree of `size` leaves that contain the hashes of subtrees, each once. */
export function tilesFor(subtrees: Subtree[], size: number): TileNeed[] {
  const tiles = new Map(subtrees.map((subtree) => locate(subtree).tile).map((tile) => [tileName(tile), tile]));
  return [...tiles.values()].map((tile) => tileNeed(tile, size));
}

/** A tile with the number of its hashes in a tree of `size` leaves. */
export function tileNeed({ level, index }: TilePosition, size: number): TileNeed {
  const hashesOfLevel = Math.floor(size / tileHashes ** level);
  return { level, index, hashes: Math.min(tileHashes, hashesOfLevel - index * tileHashes) };
}

/** The tile that contains the root of a full tile. */
export function parentOf({ level, index }: TilePosition): TilePosition {
  return { level: level + 1, index: Math.floor(index / tileHashes) };
}

/** The position of the first event covered by a tile. */
export function firstPositionOf({ level, index }: TilePosition): number {
  return index * tileHashes ** (level + 1) + 1;
}

/** Reads subtrees' hashes from tiles. @throws Error for a missing or incomplete tile. */
export function readerOf(tiles: ReadonlyMap<string, Buffer>): SubtreeReader {
  return (subtree) => {
    const { tile, first, count } = locate(subtree);
    const hashes = tiles.get(tileName(tile))?.subarray(first * hashBytes, (first + count) * hashBytes);
    if (hashes?.length !== count * hashBytes) throw new Error(`incomplete tile ${tileName(tile)}`);
    return foldPerfect(hashes);
  };
}

function locate({ level, index }: Subtree): { tile: TilePosition; first: number; count: number } {
  const tileLevel = Math.floor(level / tileHeight);
  const count = 2 ** (level % tileHeight);
  const at = index * count;
  const tileIndex = Math.floor(at / tileHashes);
  return { tile: { level: tileLevel, index: tileIndex }, first: at - tileIndex * tileHashes, count };
}
