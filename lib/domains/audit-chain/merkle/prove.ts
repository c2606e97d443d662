import {
  appendEntries,
  loadAuthenticTiles,
  loadTiles,
  type SignedTree,
} from "@/lib/domains/audit-chain/merkle/load-tiles";
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  membershipRanges,
  subtreesOf,
  wholeTree,
} from "@/lib/domains/audit-chain/merkle/ranges";
import { GrowingTree, rangeHash, readerOf, tilesFor } from "@/lib/domains/audit-chain/merkle/tree";

/*
 * With `signed`, a tree of at least `size` leaves, tiles that do not lead to its root are recomputed from the events,
 * and `TreeMismatch` is thrown if the events do not match either. Without it, stored tiles are trusted.
 */

/** The roots of an organisation's tree at the given sizes. @throws `LeavesMissing`. */
export async function treeRoots(organisationId: string, sizes: number[], signed?: SignedTree): Promise<Buffer[]> {
  return hashRanges(organisationId, sizes.map(wholeTree), Math.max(...sizes), signed);
}

/** The hash of a leaf and its audit path in the tree of `size` leaves, from the leaf up (RFC 6962, 2.1.1). @throws `LeavesMissing`. */
export async function inclusionPath(
  organisationId: string,
  leafIndex: number,
  size: number,
  signed?: SignedTree,
): Promise<{ leaf: Buffer; path: Buffer[] }> {
  const ranges = [{ start: leafIndex, end: leafIndex + 1 }, ...inclusionRanges(leafIndex, size)];
  const [leaf = Buffer.alloc(0), ...path] = await hashRanges(organisationId, ranges, size, signed);
  return { leaf, path };
}

/** Proves that the tree of `size` leaves extends that of `from` leaves (RFC 6962, 2.1.2). @throws `LeavesMissing`. */
export async function consistencyPath(
  organisationId: string,
  from: number,
  size: number,
  signed?: SignedTree,
): Promise<Buffer[]> {
  return hashRanges(organisationId, consistencyRanges(from, size), size, signed);
}

/**
 * The root of the tree of `size` leaves. The part up to `last` is proved by its signed root; the rest is computed from
 * events, so that no stored tile is ever signed. @throws `LeavesMissing`.
 */
export async function growRoot(organisationId: string, size: number, last?: SignedTree): Promise<Buffer> {
  const parts = last ? subtreesOf(wholeTree(last.size)) : [];
  const ranges = parts.map(({ level, index }) => ({ start: index * 2 ** level, end: (index + 1) * 2 ** level }));
  const hashes = last ? await hashRanges(organisationId, ranges, last.size, last) : [];
  const tree = new GrowingTree(undefined, last?.size ?? 0, hashes);
  await appendEntries(organisationId, tree, size);
  return tree.root();
}

/** Ranges hashed at a time. Their tiles, 8 KiB each, are in memory together. */
const rangesAtOnce = 1_024;

/** The hashes of {@link membershipRanges} in order, in chunks. @throws `LeavesMissing`. */
export async function* membershipHashes(
  organisationId: string,
  leafIndexes: ArrayLike<number>,
  size: number,
  signed?: SignedTree,
): AsyncGenerator<Buffer[], void, undefined> {
  let ranges: LeafRange[] = [];
  for (const range of membershipRanges(leafIndexes, size)) {
    if (ranges.push(range) < rangesAtOnce) continue;
    yield await hashRanges(organisationId, ranges, size, signed);
    ranges = [];
  }
  yield await hashRanges(organisationId, ranges, size, signed);
}

async function hashRanges(
  organisationId: string,
  ranges: LeafRange[],
  size: number,
  signed: SignedTree | undefined,
): Promise<Buffer[]> {
  const subtrees = ranges.flatMap(subtreesOf);
  if (subtrees.length === 0) return ranges.map((range) => rangeHash(range, readerOf(new Map())));
  const tiles = signed
    ? await loadAuthenticTiles(organisationId, subtrees, signed)
    : await loadTiles(organisationId, tilesFor(subtrees, size));
  const read = readerOf(tiles);
  return ranges.map((range) => rangeHash(range, read));
}
