/**
 * The division of the Merkle tree of RFC 6962, section 2.1 (as RFC 9162) into ranges, without hashes. The server and
 * verifiers in a browser share it.
 */

/** A perfect subtree: the 2^`level` leaves from leaf `index` · 2^`level`. Level 0 is a leaf. */
export interface Subtree {
  level: number;
  index: number;
}

/** Leaves from `start` (from 0) to `end`, exclusive; `start` is a multiple of the largest power of two that fits. */
export interface LeafRange {
  start: number;
  end: number;
}

/** The range covered by the root of a tree of `size` leaves. */
export function wholeTree(size: number): LeafRange {
  return { start: 0, end: size };
}

/** The ranges of a leaf's audit path, from the leaf up (RFC 6962, 2.1.1). 0 ≤ `leafIndex` < `size`. */
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
 * The ranges whose hashes prove that the tree of `size` leaves extends the tree of `from` leaves (RFC 6962, 2.1.2).
 * 0 < `from` ≤ `size`; empty if equal.
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
  // The remaining range ends where the old tree ends; if it is the whole old tree, its root is known.
  if (start > 0) ranges.push({ start, end });
  return ranges.reverse();
}

/**
 * The ranges that prove that some leaves are in a tree of `size` leaves: those without any of the leaves, in order of
 * the descent from the root, left before right. `leafIndexes` ascend and are less than `size`. A generator, because
 * there may be a million ranges.
 */
export function* membershipRanges(leafIndexes: ArrayLike<number>, size: number): Generator<LeafRange, void, undefined> {
  const pending = [{ ...wholeTree(size), first: 0, stop: leafIndexes.length }];
  for (let range = pending.pop(); range; range = pending.pop()) {
    const { start, end, first, stop } = range;
    if (first === stop) yield { start, end };
    else if (end - start > 1) {
      const split = splitOf(range);
      const middle = firstFrom(leafIndexes, split, first, stop);
      pending.push({ start: split, end, first: middle, stop }, { start, end: split, first, stop: middle });
    }
  }
}

/** The index of the first number of at least `least` in ascending numbers, from `low` to `high` (exclusive); `high` if none. */
export function firstFrom(ascending: ArrayLike<number>, least: number, low: number, high: number): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((ascending[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The perfect subtrees of a range, largest first. */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end; ) {
    const level = wholeLog2(end - at);
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/** The split of a range of at least two leaves (RFC 6962, 2.1): after the largest power of two below their number. */
export function splitOf({ start, end }: LeafRange): number {
  return start + largestPowerBelow(end - start);
}

/** The largest power of two below a number of at least 2. */
function largestPowerBelow(count: number): number {
  return 2 ** wholeLog2(count - 1);
}

/** The integer part of log2. `Math.log2` rounds up just below large powers. */
function wholeLog2(count: number): number {
  let level = 0;
  while (2 ** (level + 1) <= count) level += 1;
  return level;
}
