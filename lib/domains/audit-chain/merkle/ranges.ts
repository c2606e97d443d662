/**
 * How the Merkle tree of RFC 6962, section 2.1 (as RFC 9162) is divided into ranges. No hashes: the server and
 * verifiers in a browser share it.
 */

/**
 * A perfect subtree: the 2^`level` leaves from leaf `index` · 2^`level` on. Level 0 is a leaf.
 */
export interface Subtree {
  level: number;
  index: number;
}

/** Leaves from `start` to before `end`, counted from 0; `start` is a multiple of the greatest power of two that fits. */
export interface LeafRange {
  start: number;
  end: number;
}

/** The range that the root of a tree of `size` leaves covers. */
export function wholeTree(size: number): LeafRange {
  return { start: 0, end: size };
}

/**
 * The ranges whose hashes are the audit path of a leaf, from the leaf up (RFC 6962, 2.1.1). 0 ≤ `leafIndex` < `size`.
 */
export function inclusionRanges(leafIndex: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const split = splitOf({ start, end });
    if (leafIndex < split) {
      ranges.push({ start: split, end });
      end = split;
    } else {
      ranges.push({ start, end: split });
      start = split;
    }
  }
  return ranges.reverse();
}

/**
 * The ranges whose hashes prove that the tree of `size` leaves begins with the tree of `from` leaves (RFC 6962, 2.1.2).
 * 0 < `from` ≤ `size`; none where both are the same.
 */
export function consistencyRanges(from: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = [];
  let [start, end] = [0, size];
  while (from < end) {
    const split = splitOf({ start, end });
    if (from <= split) {
      ranges.push({ start: split, end });
      end = split;
    } else {
      ranges.push({ start, end: split });
      start = split;
    }
  }
  // What is left ends where the old tree does; when it is the whole old tree, its root is known already.
  if (start > 0) ranges.push({ start, end });
  return ranges.reverse();
}

/**
 * The ranges that prove that some leaves are in a tree of `size` leaves, in the order of the descent from the root,
 * left before right: ranges without any of the leaves. `leafIndexes` rise, each less than `size`. A generator, because
 * there may be a million.
 */
export function* membershipRanges(leafIndexes: ArrayLike<number>, size: number): Generator<LeafRange, void, undefined> {
  const pending = [{ ...wholeTree(size), first: 0, behind: leafIndexes.length }];
  for (let range = pending.pop(); range; range = pending.pop()) {
    const { start, end, first, behind } = range;
    if (first === behind) yield { start, end };
    else if (end - start > 1) {
      const split = splitOf(range);
      const middle = firstFrom(leafIndexes, split, first, behind);
      pending.push({ start: split, end, first: middle, behind }, { start, end: split, first, behind: middle });
    }
  }
}

/** The place of the first number of at least `least` among rising ones from place `low` to before `high`; `high` for none. */
export function firstFrom(rising: ArrayLike<number>, least: number, low: number, high: number): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((rising[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The perfect subtrees that a range is made of, the greatest first. */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end; ) {
    const level = wholeLog2(end - at);
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/** Where RFC 6962, 2.1 splits a range of at least two leaves: behind the greatest power of two less than their number. */
export function splitOf({ start, end }: LeafRange): number {
  return start + largestPowerBelow(end - start);
}

/** The greatest power of two that is less than a number of at least 2. */
function largestPowerBelow(count: number): number {
  return 2 ** wholeLog2(count - 1);
}

/** The exponent of the greatest power of two in a number of at least 1. `Math.log2` rounds up just below large powers. */
function wholeLog2(count: number): number {
  let level = 0;
  while (2 ** (level + 1) <= count) level += 1;
  return level;
}
