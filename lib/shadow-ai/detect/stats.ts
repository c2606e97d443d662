import { z } from "zod";
import { mergeItems, mergeTallies } from "@/lib/shadow-ai/detect/statistics";

/** How many items the sets of statistics hold at most. */
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

/** What is added up. */
const counters = z.strictObject({
  /** Requests, connections and traced calls; DNS queries and files of supporting hosts are none. */
  calls: count,
  /** Of the calls, those that only the behaviour of the connection made interesting. */
  candidateCalls: count,
  blockedCalls: count,
  dnsQueries: count,
  /** Of the calls, those that a log of requests told of, and those that are connections. */
  httpCalls: count,
  connections: count,
  /** Of the calls, those outside office hours. */
  offHoursCalls: count,
  /** Of the calls, those of clients that are programs; of which, those of AI SDKs, and of agents. */
  automatedCalls: count,
  aiSdkCalls: count,
  agentCalls: count,
  /** Of the calls, those of browsers and desktop applications. */
  browserCalls: count,
  /** Calls whose bytes are known. */
  measured: count,
  bytesOut: count,
  bytesIn: count,
  packetsOut: count,
  packetsIn: count,
  /** Calls whose duration is known, and their sum. */
  timed: count,
  durationMs: count,
  /** Connections of more than 5 s whose answer came in small pieces. */
  longStreams: count,
  /** Of the bytes in, those that came in small pieces. */
  streamedBytesIn: count,
  fileUploads: count,
  fineTunings: count,
  inputTokens: count,
  outputTokens: count,
});
const counterNames = counters.keyof().options;

/** The limited sets, by name. */
const setNames = ["userAgents", "clients", "sessions", "departments", "models", "reasons", "samples"] as const;

/**
 * What the traffic of a use in some time adds up to. Statistics can be merged in any order and any grouping. They hold
 * nothing of a single person: clients are keyed hashes whose keys are destroyed.
 */
export const TrafficStats = counters.extend({
  /** Calls by hour of the day, UTC; hours after the last one with calls are left out. */
  callsByHour: z.array(count).max(24),
  dnsByHour: z.array(count).max(24),
  firstAtMs: time,
  lastAtMs: time,
  firstBlockedAtMs: time,
  lastAllowedAtMs: time,
  /** Of the best match with the catalogue, 0 to 1; 0 where there is none. */
  bestConfidence: z.number().min(0).max(1),
  /** What the name of the host speaks against a model, 0 to 1; of hosts in no catalogue alone. */
  hostPenalty: z.number().min(0).max(1),
  userAgents: texts(statsLimits.userAgents),
  /** Masked ranges, each with when it was last seen. */
  ranges: z.array(z.tuple([z.string(), z.int()])).max(statsLimits.ranges),
  clients: texts(statsLimits.clients),
  /** Hours of clients: `<hour of the day, two digits> <client>`. */
  sessions: texts(statsLimits.sessions),
  departments: texts(statsLimits.departments),
  models: texts(statsLimits.models),
  reasons: texts(statsLimits.reasons),
  /** Some connections to hosts in no catalogue: `<at ms>,<duration ms>,<bytes out>,<bytes in>,<packets out>,<packets in>,<TLS>`. */
  samples: texts(statsLimits.samples),
});
export type TrafficStats = z.infer<typeof TrafficStats>;

const nothing: TrafficStats = {
  ...(Object.fromEntries(counterNames.map((name) => [name, 0])) as z.infer<typeof counters>),
  callsByHour: [],
  dnsByHour: [],
  firstAtMs: null,
  lastAtMs: null,
  firstBlockedAtMs: null,
  lastAllowedAtMs: null,
  bestConfidence: 0,
  hostPenalty: 0,
  userAgents: [],
  ranges: [],
  clients: [],
  sessions: [],
  departments: [],
  models: [],
  reasons: [],
  samples: [],
};

/** Its sets are shared: they are replaced, never changed. */
export function emptyStats(): TrafficStats {
  return { ...nothing };
}

/** The statistics of both. Neither is changed; parts of them may be shared with the result. */
export function mergeStats(a: TrafficStats, b: TrafficStats): TrafficStats {
  const merged: TrafficStats = {
    ...a,
    callsByHour: mergeHours(a.callsByHour, b.callsByHour),
    dnsByHour: mergeHours(a.dnsByHour, b.dnsByHour),
    firstAtMs: chosen(Math.min, a.firstAtMs, b.firstAtMs),
    lastAtMs: chosen(Math.max, a.lastAtMs, b.lastAtMs),
    firstBlockedAtMs: chosen(Math.min, a.firstBlockedAtMs, b.firstBlockedAtMs),
    lastAllowedAtMs: chosen(Math.max, a.lastAllowedAtMs, b.lastAllowedAtMs),
    bestConfidence: Math.max(a.bestConfidence, b.bestConfidence),
    hostPenalty: Math.max(a.hostPenalty, b.hostPenalty),
    ranges: mergeTallies(a.ranges, b.ranges, statsLimits.ranges),
  };
  for (const name of counterNames) merged[name] = sum(a[name], b[name]);
  for (const name of setNames) merged[name] = mergeItems(a[name], b[name], statsLimits[name]);
  return merged;
}

/** The sum, which stays at the greatest whole number that JSON can carry: still the same in any order. */
export function sum(a: number, b: number): number {
  return Math.min(a + b, Number.MAX_SAFE_INTEGER);
}

function mergeHours(a: number[], b: number[]): number[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  return longer.map((calls, hour) => sum(calls, shorter[hour] ?? 0));
}

function chosen(of: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : of(a, b);
}
