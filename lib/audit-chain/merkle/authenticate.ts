import { type Subtree, subtreesOf, wholeTree } from "@/lib/audit-chain/merkle/ranges";
import {
  parentOf,
  readerOf,
  type TileNeed,
  tileHashes,
  tileName,
  tileNeed,
  tilesFor,
} from "@/lib/audit-chain/merkle/tiles";
import { foldPerfect, hashBytes, hashOf, rangeHash } from "@/lib/audit-chain/merkle/tree";

/** The root of a tree as a signed checkpoint names it. */
export interface SignedTree {
  size: number;
  /** `sha256:` and hex. */
  rootHash: string;
}

/**
 * The tiles in which some subtrees are found, and those that prove them: every tile that is not full, which the root covers,
 * and above each full tile the tile that has its root.
 */
export function provableTilesFor(subtrees: Subtree[], size: number): TileNeed[] {
  const needs = new Map<string, TileNeed>();
  const pending = tilesFor([...subtrees, ...subtreesOf(wholeTree(size))], size);
  for (let need = pending.pop(); need; need = pending.pop()) {
    if (needs.has(tileName(need))) continue;
    needs.set(tileName(need), need);
    if (need.hashes === tileHashes) pending.push(tileNeed(parentOf(need), size));
  }
  return [...needs.values()];
}

/**
 * Whether the tiles of {@link provableTilesFor} are those of the signed tree: each hash in them leads to its root. Pure.
 */
export function areAuthentic(tiles: ReadonlyMap<string, Buffer>, needs: TileNeed[], signed: SignedTree): boolean {
  try {
    if (hashOf(rangeHash(wholeTree(signed.size), readerOf(tiles))) !== signed.rootHash) return false;
  } catch {
    return false;
  }
  return needs.every((need) => {
    if (need.hashes < tileHashes) return true;
    const at = (need.index % tileHashes) * hashBytes;
    const expected = tiles.get(tileName(parentOf(need)))?.subarray(at, at + hashBytes);
    const hashes = tiles.get(tileName(need));
    return hashes !== undefined && expected !== undefined && foldPerfect(hashes).equals(expected);
  });
}
