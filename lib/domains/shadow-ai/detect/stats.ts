import { z } from "zod";
import { mergeItems, mergeTallies } from "@/lib/domains/shadow-ai/detect/statistics";

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

/**
 * What the traffic of a use in some time adds up to. Statistics can be merged in any order and any grouping. They hold
 * nothing of a single person: clients are keyed hashes whose keys are destroyed.
 */
export const TrafficStats = z.strictObject({
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

export function emptyStats(): TrafficStats {
  return {
    calls: 0,
    candidateCalls: 0,
    blockedCalls: 0,
    dnsQueries: 0,
    httpCalls: 0,
    connections: 0,
    offHoursCalls: 0,
    automatedCalls: 0,
    aiSdkCalls: 0,
    agentCalls: 0,
    browserCalls: 0,
    measured: 0,
    bytesOut: 0,
    bytesIn: 0,
    packetsOut: 0,
    packetsIn: 0,
    timed: 0,
    durationMs: 0,
    longStreams: 0,
    streamedBytesIn: 0,
    fileUploads: 0,
    fineTunings: 0,
    inputTokens: 0,
    outputTokens: 0,
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
}

/**
 * The statistics of both. Neither is changed; parts of them may be shared with the result. Members are written out because a
 * loop over their names takes ten times as long, and this runs once for each record.
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
    samples: mergeItems(a.samples, b.samples, statsLimits.samples),
  };
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
