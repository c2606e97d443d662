/**
 * Bounded sets that can be merged in any order. Of more items than fit, those with the smallest hashes stay. An item that
 * stays in the end was never dropped on the way, so that what is counted of it is exact, and merging is commutative and
 * associative. Items stand in their natural order: equal sets are equal arrays.
 */

/** The items of a set that stay, sorted. */
export function boundedItems(items: Iterable<string>, limit: number): string[] {
  const distinct = [...new Set(items)];
  return distinct.length > limit ? keep(distinct, limit) : distinct.sort();
}

export function mergeItems(a: string[], b: string[], limit: number): string[] {
  if (a.length === 0) return b;
  if (holdsAll(a, b)) return a;
  const [only] = b;
  return b.length === 1 && only !== undefined ? withItem(a, only, limit) : boundedItems([...a, ...b], limit);
}

/** A number beside each item. */
export type Tally = [item: string, number: number][];

/** The tally of the items that stay, sorted by item. */
function boundedTally(numbers: Map<string, number>, limit: number): Tally {
  return boundedItems(numbers.keys(), limit).map((item) => [item, numbers.get(item) ?? 0]);
}

/** The greater number of each item counts. */
export function mergeTallies(a: Tally, b: Tally, limit: number): Tally {
  if (a.length === 0) return b;
  if (b.every(([item, number]) => a.some(([known, most]) => known === item && most >= number))) return a;
  const numbers = new Map(a);
  for (const [item, number] of b) numbers.set(item, Math.max(numbers.get(item) ?? number, number));
  return boundedTally(numbers, limit);
}

/** 32 bits over a text: FNV-1a, with its bits mixed at the end, so that texts which begin alike spread. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function keep(items: string[], limit: number): string[] {
  return items.sort(byHash).slice(0, limit).sort();
}

function byHash(a: string, b: string): number {
  return hash32(a) - hash32(b) || (a < b ? -1 : 1);
}

/** Most that is added is of one record: a set with one item more, without sorting it. */
function withItem(items: string[], item: string, limit: number): string[] {
  const kept = items.length < limit ? items : withoutLast(items, item);
  if (kept === null) return items;
  const index = kept.findIndex((other) => other > item);
  return index === -1 ? [...kept, item] : [...kept.slice(0, index), item, ...kept.slice(index)];
}

/** The items but the one of the greatest hash; null where that is the new item's. */
function withoutLast(items: string[], item: string): string[] | null {
  let last = item;
  let lastHash = hash32(item);
  for (const other of items) {
    const hash = hash32(other);
    if (hash > lastHash || (hash === lastHash && other > last)) [last, lastHash] = [other, hash];
  }
  return last === item ? null : items.filter((other) => other !== last);
}

/** Most of what is added is known already. */
function holdsAll(all: string[], some: string[]): boolean {
  return some.length <= all.length && some.every((item) => all.includes(item));
}
