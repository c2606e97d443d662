import type { CurrentDetection, Situation, Traffic } from "@/lib/domains/shadow-ai/detect/decide";
import { emptyStats, mergeStats, rangesOf, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import { morningMs } from "@/lib/domains/shadow-ai/detect/testing/records";
import { fingerprintOf, type UseFacts, unitOf } from "@/lib/domains/shadow-ai/detect/use-directory";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";

/** A department's use of an API. */
export function factsOfUse(some: Partial<UseFacts> = {}): UseFacts {
  const facts = {
    organisationId: "org_1",
    providerId: "openai",
    provider: "OpenAI",
    endpoint: "api.openai.com",
    accessKind: "API" as const,
    category: "LLM_API" as const,
    scope: "Risk",
    department: "Risk",
    entryId: "api-openai-com",
    catalogueVersion: "2026-11-22",
    vantage: "PROXY" as const,
    ...some,
  };
  return { fingerprint: fingerprintOf(facts), unit: unitOf(facts), ...facts };
}

/** A day (YYYY-MM-DD) with calls by hour. The first call is at the start of its hour, the last 59 minutes past. */
export function dayOf(
  day: string,
  callsByHour: Record<number, number>,
  some: Partial<TrafficStats> = {},
): Situation["days"][number] {
  const hours = Object.keys(callsByHour).map(Number);
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  const counts = Array.from({ length: last + 1 }, (_, hour) => callsByHour[hour] ?? 0);
  const calls = counts.reduce((total, count) => total + count, 0);
  const dayMs = Date.parse(`${day}T00:00:00.000Z`);
  const stats = {
    ...emptyStats(),
    calls,
    callsByHour: counts,
    firstAtMs: dayMs + first * 3_600_000,
    lastAtMs: dayMs + last * 3_600_000 + 59 * 60_000,
    bestConfidence: 0.95,
    ...some,
  };
  return { day, stats };
}

/** A day with DNS queries only. */
export function dnsDayOf(day: string, queriesByHour: Record<number, number>): Situation["days"][number] {
  const { stats } = dayOf(day, queriesByHour);
  const { calls: dnsQueries, callsByHour: dnsByHour } = stats;
  return { day, stats: { ...stats, calls: 0, callsByHour: [], dnsQueries, dnsByHour, bestConfidence: 0.6 } };
}

/** Days with their total. */
export function trafficOf(days: Situation["days"]): Traffic {
  const total = days.map(({ stats }) => stats).reduce(mergeStats, emptyStats());
  return { days, total, ranges: rangesOf(total) };
}

/** A situation with the total of its days. */
export function situationOf(days: Situation["days"], some: Partial<Situation> = {}): Situation {
  const traffic = trafficOf(days);
  return {
    use: factsOfUse(),
    ...traffic,
    since: null,
    own: null,
    windows: null,
    detection: null,
    settings: defaultSettings,
    models: [],
    provider: { id: "openai", name: "OpenAI", jurisdiction: "US", trainsOnInputs: "UNKNOWN", dpa: "UNKNOWN" },
    nowMs: morningMs + 30 * 86_400_000,
    newestTrafficMs: traffic.total.lastAtMs ?? morningMs,
    ...some,
  };
}

export function currentDetection(some: Partial<CurrentDetection> = {}): CurrentDetection {
  return {
    status: "OPEN",
    resolution: null,
    resolvedAtMs: null,
    exceptionExpiresAtMs: null,
    exceptionCalls: null,
    dnsOnly: false,
    calls: 0,
    bytesOut: 0,
    bytesIn: 0,
    firstSeenAtMs: morningMs,
    lastSeenAtMs: morningMs,
    reopenedFor: null,
    ...some,
  };
}
