import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** The mean; 0 for an empty list. */
export function mean(numbers: number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((total, number) => total + number, 0) / numbers.length;
}

/** The median; 0 for an empty list. */
export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The sample standard deviation; 0 for fewer than two numbers. */
export function deviation(numbers: number[]): number {
  if (numbers.length < 2) return 0;
  const average = mean(numbers);
  return Math.sqrt(numbers.reduce((total, number) => total + (number - average) ** 2, 0) / (numbers.length - 1));
}

/** The median absolute deviation, scaled to the standard deviation of a normal distribution. */
export function robustDeviation(numbers: number[]): number {
  const middle = median(numbers);
  return 1.4826 * median(numbers.map((number) => Math.abs(number - middle)));
}

/** Spearman's rank correlation, -1 to 1; 0 if one side is constant. */
export function correlation(xs: number[], ys: number[]): number {
  const [a, b] = [ranks(xs), ranks(ys)];
  const spread = deviation(a) * deviation(b) * (a.length - 1);
  return spread === 0 ? 0 : covariation(a, b) / spread;
}

/** Slope of y over x as the median over all pairs (Theil–Sen), which is robust against outliers. */
export function slope(xs: number[], ys: number[]): number {
  const slopes: number[] = [];
  for (const [index, x] of xs.entries())
    for (let other = 0; other < index; other++) {
      const distance = x - (xs[other] ?? x);
      if (distance !== 0) slopes.push(((ys[index] ?? 0) - (ys[other] ?? 0)) / distance);
    }
  return median(slopes);
}

function covariation(a: number[], b: number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return a.reduce((total, number, index) => total + (number - meanA) * ((b[index] ?? 0) - meanB), 0);
}

/** Ranks from 1; equal numbers share their mean rank. */
function ranks(numbers: number[]): number[] {
  const sorted = [...numbers].sort((a, b) => a - b);
  return numbers.map((number) => (sorted.indexOf(number) + sorted.lastIndexOf(number)) / 2 + 1);
}

/** For sentences: an integer from 10, otherwise with one decimal place. */
export function formatNumber(figure: number | null): string {
  if (figure === null) return "?";
  return figure >= 10 ? Math.round(figure).toString() : figure.toFixed(1);
}

/** A sampled connection. */
export interface Sample {
  atMs: number;
  durationMs: number;
  /** Null if not in the log. */
  bytesOut: number | null;
  bytesIn: number;
  packetsOut: number | null;
  packetsIn: number | null;
  tls: boolean;
}

/** The stored text of a connection: see `TrafficStats.samples`. */
export function formatSample(record: TrafficRecord, source?: string): string {
  const { atMs, durationMs, bytesOut, bytesIn, packetsOut, packetsIn, calls } = record;
  const each = (figure: number | null) => (figure === null ? "" : Math.round(figure / calls));
  const figures = [each(durationMs), each(bytesOut), each(bytesIn), each(packetsOut), each(packetsIn)];
  const tag = source === undefined ? [] : [hash32(source).toString(36)];
  return [Math.floor(atMs), ...figures, usesTls(record) ? 1 : 0, ...tag].join(",");
}

/** The connections of `TrafficStats.samples`, by time. Ignores texts of another form. */
export function parseSamples(samples: string[]): Sample[] {
  const parsed = bestSamples(samples).map(parseSample);
  return parsed.filter((sample) => sample !== null).sort((a, b) => a.atMs - b.atMs || a.bytesIn - b.bytesIn);
}

/**
 * Several sources can have sampled the same connections. Returns the most detailed samples: those of the source with the
 * most packet counts, or with the most samples.
 */
export function bestSamples(samples: string[]): string[] {
  const all = samplesBySource(samples);
  if (all.size <= 1) return samples;
  const ranked = [...all].map(([source, texts]) => {
    const parsed = texts.map(parseSample).filter((sample) => sample !== null);
    const detailed = parsed.filter(({ packetsIn }) => packetsIn !== null).length;
    return { source, texts, count: parsed.length, detailed };
  });
  ranked.sort((a, b) => b.detailed - a.detailed || b.count - a.count || (a.source < b.source ? -1 : 1));
  return ranked[0]?.texts ?? [];
}

/** Position of the source in a sample. */
const sourceIndex = 7;

/** Samples by source, which is empty if it is unknown. */
function samplesBySource(samples: string[]): Map<string, string[]> {
  const bySource = new Map<string, string[]>();
  for (const sample of samples) {
    const source = sample.split(",")[sourceIndex] ?? "";
    const known = bySource.get(source);
    if (known) known.push(sample);
    else bySource.set(source, [sample]);
  }
  return bySource;
}

function parseSample(text: string): Sample | null {
  const [at, durationMs, bytesOut, bytesIn, packetsOut, packetsIn, tls] = text.split(",").map(parseFigure);
  if (typeof at !== "number" || typeof durationMs !== "number" || typeof bytesIn !== "number") return null;
  return {
    atMs: at,
    durationMs,
    bytesOut: bytesOut ?? null,
    bytesIn,
    packetsOut: packetsOut ?? null,
    packetsIn: packetsIn ?? null,
    tls: tls === 1,
  };
}

function parseFigure(text: string): number | null {
  const figure = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(figure) ? figure : null;
}

/** HTTPS ports, including tunnels through a proxy. */
function usesTls({ port, tlsFingerprint, method }: TrafficRecord): boolean {
  return tlsFingerprint !== null || port === 443 || port === 8443 || method === "CONNECT";
}

/**
 * Bounded sets that can be merged in any order: of more items than the limit, those with the smallest hashes are kept. An
 * item that is kept in the end was never dropped before, so its count is exact, and merging is commutative and
 * associative. Items are in their natural order, so equal sets are equal arrays.
 */

/** The kept items, sorted. */
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

/** Items with a number. */
export type Tally = [item: string, number: number][];

/** The kept items of a tally, sorted. */
function boundedTally(numbers: Map<string, number>, limit: number): Tally {
  return boundedItems(numbers.keys(), limit).map((item) => [item, numbers.get(item) ?? 0]);
}

/** Merges tallies; the greater number of each item is kept. */
export function mergeTallies(a: Tally, b: Tally, limit: number): Tally {
  if (a.length === 0) return b;
  if (b.every(([item, number]) => a.some(([known, most]) => known === item && most >= number))) return a;
  const numbers = new Map(a);
  for (const [item, number] of b) numbers.set(item, Math.max(numbers.get(item) ?? number, number));
  return boundedTally(numbers, limit);
}

/** 32-bit hash of a text: FNV-1a with a final mix, so that texts with a common prefix spread. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Hashes each item once and sorts numbers, because merging sets takes much of the time of an import. */
function keep(items: string[], limit: number): string[] {
  const hashes = Float64Array.from(items, hash32);
  const greatest = hashes.toSorted()[limit - 1] ?? 0;
  const kept = items.filter((_, index) => (hashes[index] ?? 0) <= greatest);
  return (kept.length > limit ? kept.sort(byHash).slice(0, limit) : kept).sort();
}

function byHash(a: string, b: string): number {
  return hash32(a) - hash32(b) || (a < b ? -1 : 1);
}

/** Optimised for the common case of adding a single item, without sorting. */
function withItem(items: string[], item: string, limit: number): string[] {
  const kept = items.length < limit ? items : withoutLast(items, item);
  if (kept === null) return items;
  const index = kept.findIndex((other) => other > item);
  return index === -1 ? [...kept, item] : [...kept.slice(0, index), item, ...kept.slice(index)];
}

/** The items without the one with the greatest hash; null if that is the new item. */
function withoutLast(items: string[], item: string): string[] | null {
  let last = item;
  let lastHash = hash32(item);
  for (const other of items) {
    const hash = hash32(other);
    if (hash > lastHash || (hash === lastHash && other > last)) [last, lastHash] = [other, hash];
  }
  return last === item ? null : items.filter((other) => other !== last);
}

/** Optimised for items that are already in the set. */
function holdsAll(all: string[], some: string[]): boolean {
  return some.length <= all.length && some.every((item) => all.includes(item));
}
