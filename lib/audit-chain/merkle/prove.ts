import { loadTiles } from "@/lib/audit-chain/merkle/load-tiles";
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  membershipRanges,
  subtreesOf,
  wholeTree,
} from "@/lib/audit-chain/merkle/ranges";
import { readerOf, tilesFor } from "@/lib/audit-chain/merkle/tiles";
import { rangeHash } from "@/lib/audit-chain/merkle/tree";

/** The roots of an organisation's tree at some sizes, in their order. Throws `LeavesMissing`. */
export async function treeRoots(organisationId: string, sizes: number[]): Promise<Buffer[]> {
  return hashRanges(organisationId, sizes.map(wholeTree), Math.max(...sizes));
}

/** The audit path of a leaf in the tree of `size` leaves, from the leaf up (RFC 6962, 2.1.1). Throws `LeavesMissing`. */
export async function inclusionPath(organisationId: string, leafIndex: number, size: number): Promise<Buffer[]> {
  return hashRanges(organisationId, inclusionRanges(leafIndex, size), size);
}

/** What proves that the tree of `size` leaves begins with that of `from` (RFC 6962, 2.1.2). Throws `LeavesMissing`. */
export async function consistencyPath(organisationId: string, from: number, size: number): Promise<Buffer[]> {
  return hashRanges(organisationId, consistencyRanges(from, size), size);
}

/** Ranges that are hashed at a time. Their tiles are in memory together: 8 KiB each, and seldom one a range. */
const rangesAtOnce = 1_024;

/**
 * What proves that some leaves are in the tree of `size` leaves, some hashes at a time: those of their
 * {@link membershipRanges}, in that order. Throws `LeavesMissing`.
 */
export async function* membershipHashes(
  organisationId: string,
  leafIndexes: ArrayLike<number>,
  size: number,
): AsyncGenerator<Buffer[], void, undefined> {
  let ranges: LeafRange[] = [];
  for (const range of membershipRanges(leafIndexes, size)) {
    if (ranges.push(range) < rangesAtOnce) continue;
    yield await hashRanges(organisationId, ranges, size);
    ranges = [];
  }
  yield await hashRanges(organisationId, ranges, size);
}

async function hashRanges(organisationId: string, ranges: LeafRange[], size: number): Promise<Buffer[]> {
  const needs = tilesFor(ranges.flatMap(subtreesOf), size);
  const read = readerOf(needs.length > 0 ? await loadTiles(organisationId, needs) : new Map());
  return ranges.map((range) => rangeHash(range, read));
}
