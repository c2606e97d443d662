import { boundedItems } from "@/lib/domains/shadow-ai/detect/statistics";
import { mergeHours, sum, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";

/** Maximum number of sources, and of ranges of a source, that are distinguished; the others are counted together. */
export const sourcesMax = 20;
const rangesMax = 250;

/** Represents all sources, or all ranges, above the limit. */
const otherKeys = "*";

const counts = [
  "calls",
  "candidateCalls",
  "blockedCalls",
  "dnsQueries",
  "httpCalls",
  "connections",
  "offHoursCalls",
  "automatedCalls",
  "aiSdkCalls",
  "agentCalls",
  "browserCalls",
  "measured",
  "bytesOut",
  "bytesIn",
  "packetsOut",
  "packetsIn",
  "timed",
  "durationMs",
  "longStreams",
  "streamedBytesIn",
  "fileUploads",
  "fineTunings",
  "inputTokens",
  "outputTokens",
] as const satisfies (keyof TrafficStats)[];

type AllSums = Pick<TrafficStats, (typeof counts)[number] | "callsByHour" | "dnsByHour">;

/** The sums of the statistics of a range, without zeros. */
type Sums = Partial<AllSums>;

/** The sums of a period, by source and range. */
export type SumsBySource = Record<string, Record<string, Sums>>;

/** Traffic of one source in a period, with the part of each range. */
export interface SourceTraffic {
  stats: TrafficStats;
  ranges: Map<string, TrafficStats>;
}

/**
 * Adds the traffic of a source to a period, and returns the resulting sums and the traffic by which the period increases.
 * Traffic that several sources reported counts once: in each range, each sum is the highest of any source. Sets and times
 * of all sources are merged. The result does not depend on the order, unless a source reports more than `rangesMax` ranges.
 */
export function countOnce(
  before: SumsBySource,
  source: string,
  { stats, ranges }: SourceTraffic,
): { sources: SumsBySource; increase: TrafficStats } {
  const own = { ...before[source] };
  for (const [range, added] of ranges) own[range] = addSums(own[range] ?? {}, sumsOf(added));
  const bySource = { ...before, [source]: bounded(own, rangesMax, addSums) };
  const sources = bounded(bySource, sourcesMax, addRanges);
  if (Object.keys(sources).length === 1) return { sources, increase: stats };
  return { sources, increase: { ...stats, ...difference(combine(sources), combine(before)) } };
}

function sumsOf(stats: TrafficStats): Sums {
  const { callsByHour, dnsByHour } = stats;
  const sums: Sums = {};
  for (const name of counts) if (stats[name] > 0) sums[name] = stats[name];
  return { ...sums, ...(callsByHour.length > 0 && { callsByHour }), ...(dnsByHour.length > 0 && { dnsByHour }) };
}

/** The counts of all ranges, each counted once. */
function combine(sources: SumsBySource): Sums {
  const ranges = new Map<string, Sums[]>();
  for (const own of Object.values(sources)) {
    for (const [range, sums] of Object.entries(own)) ranges.set(range, [...(ranges.get(range) ?? []), sums]);
  }
  return [...ranges.values()].map(highest).reduce(addSums, {});
}

/** The highest counts of a range. Its hours are those of the source with the most calls, so that they add up to them. */
function highest(seen: Sums[]): Sums {
  const sums: Sums = {};
  for (const name of counts) {
    const most = seen.reduce((most, one) => Math.max(most, one[name] ?? 0), 0);
    if (most > 0) sums[name] = most;
  }
  return { ...sums, ...hoursOf(seen, "calls", "callsByHour"), ...hoursOf(seen, "dnsQueries", "dnsByHour") };
}

/** Of sources with equal counts, the hours that are first as text, regardless of the order of the sources. */
function hoursOf(seen: Sums[], count: "calls" | "dnsQueries", name: "callsByHour" | "dnsByHour"): Sums {
  const most = Math.max(...seen.map((one) => one[count] ?? 0));
  const [hours] = seen.flatMap((one) => ((one[count] ?? 0) === most && one[name] ? [one[name]] : [])).sort(byText);
  return hours ? { [name]: hours } : {};
}

function byText(a: number[], b: number[]): number {
  return a.join() < b.join() ? -1 : 1;
}

function addSums(a: Sums, b: Sums): Sums {
  const sums: Sums = { ...a };
  for (const name of counts) if (b[name]) sums[name] = sum(a[name] ?? 0, b[name]);
  return { ...sums, ...addHours(a, b, "callsByHour"), ...addHours(a, b, "dnsByHour") };
}

function addHours(a: Sums, b: Sums, name: "callsByHour" | "dnsByHour"): Sums {
  return a[name] || b[name] ? { [name]: mergeHours(a[name] ?? [], b[name] ?? []) } : {};
}

function addRanges(a: Record<string, Sums>, b: Record<string, Sums>): Record<string, Sums> {
  const ranges = { ...a };
  for (const [range, sums] of Object.entries(b)) ranges[range] = addSums(ranges[range] ?? {}, sums);
  return bounded(ranges, rangesMax, addSums);
}

/**
 * Counts never decrease, even if a range is now counted with the ranges above the limit, whose counts are lower than another
 * source's. Hours can be negative: they move if another source now reports the most calls.
 */
function difference(after: Sums, before: Sums): AllSums {
  const less = (name: "callsByHour" | "dnsByHour") =>
    mergeHours(
      after[name] ?? [],
      (before[name] ?? []).map((n) => -n),
    );
  const sums = counts.map((name) => [name, Math.max(0, (after[name] ?? 0) - (before[name] ?? 0))]);
  return {
    ...(Object.fromEntries(sums) as Record<(typeof counts)[number], number>),
    callsByHour: less("callsByHour"),
    dnsByHour: less("dnsByHour"),
  };
}

/** Of more keys than the limit, the same ones are kept in any order; the others are added up. */
export function bounded<Value>(
  values: Record<string, Value>,
  limit: number,
  add: (a: Value, b: Value) => Value,
): Record<string, Value> {
  const { [otherKeys]: others, ...named } = values;
  const keys = Object.keys(named);
  if (keys.length <= limit) return values;
  const kept = new Set(boundedItems(keys, limit));
  const dropped = Object.entries(named).flatMap(([key, value]) => (kept.has(key) ? [] : [value]));
  const rest = (others === undefined ? dropped : [others, ...dropped]).reduce(add);
  return { ...Object.fromEntries(Object.entries(named).filter(([key]) => kept.has(key))), [otherKeys]: rest };
}
