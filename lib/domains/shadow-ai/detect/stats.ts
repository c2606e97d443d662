import { z } from "zod";
import { bestSamples, boundedItems, mergeItems, mergeTallies } from "@/lib/domains/shadow-ai/detect/statistics";

/** Maximum number of items per set. */
export const statsLimits = {
  userAgents: 20,
  ranges: 50,
  clients: 64,
  sessions: 64,
  departments: 20,
  models: 20,
  reasons: 10,
  samples: 16,
} as const;

const count = z.int().min(0);
const time = z.int().nullable();
const texts = (limit: number) => z.array(z.string()).max(limit);

/**
 * Aggregated traffic of a use. Statistics can be merged in any order and grouping, except for the samples of several
 * sources. They contain no personal data: clients are keyed hashes whose keys are destroyed.
 */
export const TrafficStats = z.strictObject({
  /** Requests, connections and spans, without DNS queries and file transfers. */
  calls: count,
  /** Calls known from traffic patterns only. */
  candidateCalls: count,
  blockedCalls: count,
  dnsQueries: count,
  /** Calls from request logs, and calls that are connections. */
  httpCalls: count,
  connections: count,
  /** Calls outside office hours. */
  offHoursCalls: count,
  /** Calls by programs; of these, by AI SDKs and by agents. */
  automatedCalls: count,
  aiSdkCalls: count,
  agentCalls: count,
  /** Calls by browsers and desktop applications. */
  browserCalls: count,
  /** Calls with known bytes. */
  measured: count,
  bytesOut: count,
  bytesIn: count,
  packetsOut: count,
  packetsIn: count,
  /** Calls with a known duration, and the sum of durations. */
  timed: count,
  durationMs: count,
  /** Connections longer than 5 s with a response in small pieces. */
  longStreams: count,
  /** Inbound bytes in small pieces. */
  streamedBytesIn: count,
  fileUploads: count,
  fineTunings: count,
  inputTokens: count,
  outputTokens: count,
  /** Calls by hour of the day, UTC, without trailing hours that have no calls. */
  callsByHour: z.array(count).max(24),
  dnsByHour: z.array(count).max(24),
  firstAtMs: time,
  lastAtMs: time,
  firstBlockedAtMs: time,
  lastAllowedAtMs: time,
  /** Confidence of the best catalogue match; 0 without a match. */
  bestConfidence: z.number().min(0).max(1),
  /** How strongly the host name indicates other traffic, 0 to 1; only for unknown hosts. */
  hostPenalty: z.number().min(0).max(1),
  userAgents: texts(statsLimits.userAgents),
  /** Masked ranges, and `noRange`, with the time they were last seen. */
  ranges: z.array(z.tuple([z.string(), z.int()])).max(statsLimits.ranges),
  clients: texts(statsLimits.clients),
  /** Active hours of clients: `<hour of the day, two digits> <client>`. */
  sessions: texts(statsLimits.sessions),
  departments: texts(statsLimits.departments),
  models: texts(statsLimits.models),
  reasons: texts(statsLimits.reasons),
  /**
   * Sampled connections to unknown hosts: `<at ms>,<duration ms>,<bytes out>,<bytes in>,<packets out>,<packets in>,<TLS>`,
   * then `,<source>` if the source is known.
   */
  samples: texts(statsLimits.samples),
});
export type TrafficStats = z.infer<typeof TrafficStats>;

/** Stands for the range of traffic without a client address. Only an allow-list entry without ranges covers it. */
export const noRange = "";

/** A masked range, or `noRange`, with the time it was last seen. */
export type SeenRange = TrafficStats["ranges"][number];

/** The ranges of a use. A full list may lack some, so that only allow-list entries without ranges cover the use. */
export function rangesOf({ ranges }: Pick<TrafficStats, "ranges">): SeenRange[] {
  return ranges.length < statsLimits.ranges ? ranges : [...ranges, [noRange, Number.POSITIVE_INFINITY]];
}

/** 0 for numbers, null for times, and empty lists. */
const empty = TrafficStats.parse(
  Object.fromEntries(
    Object.entries(TrafficStats.shape).map(([name, type]) => {
      if (type instanceof z.ZodArray) return [name, []];
      return [name, type instanceof z.ZodNullable ? null : 0];
    }),
  ),
);

/** The lists are shared: replace them, do not change them. */
export function emptyStats(): TrafficStats {
  return { ...empty };
}

/**
 * Merges statistics without changing them; the result may share parts with them. Members are listed explicitly because a
 * loop over names takes ten times as long, and this runs for each record.
 */
export function mergeStats(a: TrafficStats, b: TrafficStats): TrafficStats {
  return {
    calls: sum(a.calls, b.calls),
    candidateCalls: sum(a.candidateCalls, b.candidateCalls),
    blockedCalls: sum(a.blockedCalls, b.blockedCalls),
    dnsQueries: sum(a.dnsQueries, b.dnsQueries),
    httpCalls: sum(a.httpCalls, b.httpCalls),
    connections: sum(a.connections, b.connections),
    offHoursCalls: sum(a.offHoursCalls, b.offHoursCalls),
    automatedCalls: sum(a.automatedCalls, b.automatedCalls),
    aiSdkCalls: sum(a.aiSdkCalls, b.aiSdkCalls),
    agentCalls: sum(a.agentCalls, b.agentCalls),
    browserCalls: sum(a.browserCalls, b.browserCalls),
    measured: sum(a.measured, b.measured),
    bytesOut: sum(a.bytesOut, b.bytesOut),
    bytesIn: sum(a.bytesIn, b.bytesIn),
    packetsOut: sum(a.packetsOut, b.packetsOut),
    packetsIn: sum(a.packetsIn, b.packetsIn),
    timed: sum(a.timed, b.timed),
    durationMs: sum(a.durationMs, b.durationMs),
    longStreams: sum(a.longStreams, b.longStreams),
    streamedBytesIn: sum(a.streamedBytesIn, b.streamedBytesIn),
    fileUploads: sum(a.fileUploads, b.fileUploads),
    fineTunings: sum(a.fineTunings, b.fineTunings),
    inputTokens: sum(a.inputTokens, b.inputTokens),
    outputTokens: sum(a.outputTokens, b.outputTokens),
    callsByHour: mergeHours(a.callsByHour, b.callsByHour),
    dnsByHour: mergeHours(a.dnsByHour, b.dnsByHour),
    firstAtMs: chosen(Math.min, a.firstAtMs, b.firstAtMs),
    lastAtMs: chosen(Math.max, a.lastAtMs, b.lastAtMs),
    firstBlockedAtMs: chosen(Math.min, a.firstBlockedAtMs, b.firstBlockedAtMs),
    lastAllowedAtMs: chosen(Math.max, a.lastAllowedAtMs, b.lastAllowedAtMs),
    bestConfidence: Math.max(a.bestConfidence, b.bestConfidence),
    hostPenalty: Math.max(a.hostPenalty, b.hostPenalty),
    userAgents: mergeItems(a.userAgents, b.userAgents, statsLimits.userAgents),
    ranges: mergeTallies(a.ranges, b.ranges, statsLimits.ranges),
    clients: mergeItems(a.clients, b.clients, statsLimits.clients),
    sessions: mergeItems(a.sessions, b.sessions, statsLimits.sessions),
    departments: mergeItems(a.departments, b.departments, statsLimits.departments),
    models: mergeItems(a.models, b.models, statsLimits.models),
    reasons: mergeItems(a.reasons, b.reasons, statsLimits.reasons),
    samples: mergeSamples(a.samples, b.samples),
  };
}

/** Merges statistics into those with the same key. */
export function addStats<Key>(into: Map<Key, TrafficStats>, key: Key, stats: TrafficStats): void {
  const before = into.get(key);
  into.set(key, before === undefined ? stats : mergeStats(before, stats));
}

/** Keeps samples of one source: earlier versions accept no more, and a few samples of each source would reveal less. */
function mergeSamples(a: string[], b: string[]): string[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  const all = [...new Set([...a, ...b])];
  const best = bestSamples(all);
  return best === all ? mergeItems(a, b, statsLimits.samples) : boundedItems(best, statsLimits.samples);
}

/** The sum, at most the greatest safe integer, so that the order does not matter. */
export function sum(a: number, b: number): number {
  return Math.min(a + b, Number.MAX_SAFE_INTEGER);
}

/** Adds hours of the day. */
export function mergeHours(a: number[], b: number[]): number[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  const hours = longer.map((calls, hour) => sum(calls, shorter[hour] ?? 0));
  while (hours.at(-1) === 0) hours.pop();
  return hours;
}

function chosen(of: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : of(a, b);
}
