import type { Situation } from "@/lib/domains/shadow-ai/detect/decide";
import { deviation, mean, median, robustDeviation } from "@/lib/domains/shadow-ai/detect/statistics";
import type { TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import type { UseFacts } from "@/lib/domains/shadow-ai/detect/use-directory";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Days as a situation has them. */
export type Days = Situation["days"];

/** What happened in one hour. */
interface Hour {
  startsAtMs: number;
  calls: number;
  /** Clients that were active, as far as they are kept. */
  sessions: number;
}

/** Whether nothing but DNS queries tells of a use. */
export function isDnsOnly({ calls, dnsQueries }: TrafficStats): boolean {
  return calls === 0 && dnsQueries > 0;
}

/** Whether nothing but its behaviour makes a use interesting. */
export function isBehavioural({ calls, candidateCalls, bestConfidence }: TrafficStats): boolean {
  return candidateCalls > 0 && candidateCalls === calls && bestConfidence === 0;
}

/** Calls, and of a use that is known from DNS alone, queries. */
export function callsOf(stats: TrafficStats, dnsOnly: boolean): number {
  return dnsOnly ? stats.dnsQueries : stats.calls;
}

/** Unix milliseconds at which a day, YYYY-MM-DD, begins. */
export function dayStart(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** Calls after a time, of one day. */
export function callsOfDayAfter(day: Days[number], afterMs: number, dnsOnly: boolean): number {
  return hoursAfter(day, afterMs, dnsOnly).reduce((total, { calls }) => total + calls, 0);
}

/** Calls after a time, and the most calls and sessions of 24 hours since. */
export function activityAfter(days: Days, afterMs: number, dnsOnly: boolean) {
  const hours = days.flatMap((day) => hoursAfter(day, afterMs, dnsOnly));
  let [calls, mostCalls, mostSessions] = [0, 0, 0];
  for (const [last, { startsAtMs }] of hours.entries()) {
    calls += hours[last]?.calls ?? 0;
    let [callsToday, sessionsToday] = [0, 0];
    for (let index = last; index >= 0; index--) {
      const hour = hours[index];
      if (hour === undefined || hour.startsAtMs <= startsAtMs - dayMs) break;
      callsToday += hour.calls;
      sessionsToday += hour.sessions;
    }
    mostCalls = Math.max(mostCalls, callsToday);
    mostSessions = Math.max(mostSessions, sessionsToday);
  }
  return { calls, mostCallsIn24Hours: mostCalls, mostSessionsIn24Hours: mostSessions };
}

/** The hours of a day that have calls, after a time. Of the hour in which that time is, what is sure to be after it. */
function hoursAfter({ day, stats }: Days[number], afterMs: number, dnsOnly: boolean): Hour[] {
  const { firstAtMs, lastAtMs } = stats;
  if (firstAtMs === null || lastAtMs === null || lastAtMs <= afterMs) return [];
  return (dnsOnly ? stats.dnsByHour : stats.callsByHour).flatMap((calls, index) => {
    const startsAtMs = dayStart(day) + index * hourMs;
    const endsAtMs = startsAtMs + hourMs;
    if (calls === 0 || endsAtMs <= afterMs) return [];
    const sessions = sessionsOf(stats, index);
    if (startsAtMs > afterMs || firstAtMs > afterMs) return [{ startsAtMs, calls, sessions }];
    // The last record is after it; of the others of this hour nobody knows.
    return lastAtMs < endsAtMs ? [{ startsAtMs, calls: 1, sessions: Math.min(sessions, 1) }] : [];
  });
}

function sessionsOf({ sessions }: TrafficStats, hour: number): number {
  const prefix = `${hour.toString().padStart(2, "0")} `;
  return sessions.filter((session) => session.startsWith(prefix)).length;
}

/** A machine that works: so many hours in a row, so many calls in each, and all alike. People pause, and sleep. */
const steady = { hours: 6, callsAnHour: 12, variation: 0.35 } as const;
/** No person is at work in so many hours of a day. */
const roundTheClockHours = 18;
/** Of the calls whose client is known, the share that must be of programs. */
const programShare = 0.5;

/**
 * Whether programs, and whether agents, are behind a use: by their user agents or TLS handshakes where these are known, by
 * the regularity of the hours else.
 */
export function automationOf(use: UseFacts, total: TrafficStats, days: Days): { automated: boolean; agentic: boolean } {
  const { automatedCalls, browserCalls, agentCalls } = total;
  const known = automatedCalls + browserCalls;
  const worksSteadily = days.some(({ stats }) => isSteady(stats.callsByHour));
  const agentic = agentCalls > 0 || use.category === "AGENT" || (worksSteadily && use.accessKind !== "WEB");
  const byClient = known > 0 && automatedCalls >= programShare * known;
  const neverRests = days.some(
    ({ stats }) => stats.callsByHour.filter((calls) => calls > 0).length >= roundTheClockHours,
  );
  return { automated: byClient || (known === 0 && (worksSteadily || neverRests)) || agentCalls > 0, agentic };
}

function isSteady(callsByHour: number[]): boolean {
  for (let from = 0; from + steady.hours <= callsByHour.length; from++) {
    const hours = callsByHour.slice(from, from + steady.hours);
    if (Math.min(...hours) >= steady.callsAnHour && deviation(hours) <= steady.variation * mean(hours)) return true;
  }
  return false;
}

const baselineDays = 14;
/** Of fewer days nobody knows what is usual. */
const leastDays = 5;

/**
 * The day that stands out most from the 14 days before it, with its robust z: how many deviations it is above the median,
 * both of them such that single odd days do not matter. Days without traffic count from when the use was first seen. Where
 * days are all alike, the deviation is taken to be what chance makes of so many calls (the root of the median), at least 1.
 * Null where there is no day with enough before it.
 */
export function findBurst(days: Days, firstAtMs: number, dnsOnly: boolean): { calls: number; z: number } | null {
  const callsByDay = new Map(days.map(({ day, stats }) => [dayStart(day), callsOf(stats, dnsOnly)]));
  // Of the time before the days that were asked for nothing is known.
  const knownFromMs = Math.min(...callsByDay.keys(), Math.max(...callsByDay.keys()) - 29 * dayMs);
  const firstDayMs = Math.max(Math.floor(firstAtMs / dayMs) * dayMs, knownFromMs);
  let burst: { calls: number; z: number } | null = null;
  for (const [startsAtMs, calls] of callsByDay) {
    const baseline = baselineOf(callsByDay, firstDayMs, startsAtMs);
    if (baseline.length < leastDays) continue;
    const usual = median(baseline);
    const spread = Math.max(robustDeviation(baseline), Math.sqrt(usual), 1);
    const z = Math.round(((calls - usual) / spread) * 100) / 100;
    if (burst === null || z > burst.z) burst = { calls, z };
  }
  return burst;
}

function baselineOf(callsByDay: Map<number, number>, firstDayMs: number, dayMsOf: number): number[] {
  const baseline: number[] = [];
  for (let back = 1; back <= baselineDays; back++) {
    const startsAtMs = dayMsOf - back * dayMs;
    if (startsAtMs < firstDayMs) break;
    baseline.push(callsByDay.get(startsAtMs) ?? 0);
  }
  return baseline;
}

/** All time zones are whole quarters of an hour from UTC, and so are office hours: a quarter has one answer. */
const quarterMs = 15 * 60_000;
/** Quarters of about 100 days. */
const mostQuarters = 10_000;
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/**
 * Tells whether a time (Unix milliseconds) is outside office hours. Hours that begin later than they end go on past
 * midnight, and belong to the day on which they begin; equal ones are all day. Costs a look-up a call.
 */
export function offHoursOf({ timeZone, fromHour, toHour, weekdays: working }: ShadowAiSettings["officeHours"]) {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", hourCycle: "h23" });
  const known = new Map<number, boolean>();

  function isOffHours(atMs: number): boolean {
    const parts = format.formatToParts(atMs);
    const hour = Number(parts.find(({ type }) => type === "hour")?.value);
    const weekday = weekdays.indexOf(parts.find(({ type }) => type === "weekday")?.value ?? "") + 1;
    if (fromHour < toHour) return !working.includes(weekday) || hour < fromHour || hour >= toHour;
    if (hour >= fromHour) return !working.includes(weekday);
    const yesterday = weekday === 1 ? 7 : weekday - 1;
    return hour >= toHour || !working.includes(yesterday);
  }

  return (atMs: number): boolean => {
    const quarter = Math.floor(atMs / quarterMs);
    const answer = known.get(quarter);
    if (answer !== undefined) return answer;
    if (known.size >= mostQuarters) known.clear();
    const off = isOffHours(quarter * quarterMs);
    known.set(quarter, off);
    return off;
  };
}
