import type { Situation } from "@/lib/domains/shadow-ai/detect/decide";
import { deviation, mean, median, robustDeviation } from "@/lib/domains/shadow-ai/detect/statistics";
import type { TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import type { UseFacts } from "@/lib/domains/shadow-ai/detect/use-directory";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The days of a situation. */
export type Days = Situation["days"];

/** Activity in one hour. */
interface Hour {
  startsAtMs: number;
  calls: number;
  /** Active clients, as far as they are stored. */
  sessions: number;
}

/** Whether a use is known from DNS queries only. */
export function isDnsOnly({ calls, dnsQueries }: TrafficStats): boolean {
  return calls === 0 && dnsQueries > 0;
}

/** Whether a use is known from its traffic patterns only. */
export function isBehavioural({ calls, candidateCalls, bestConfidence }: TrafficStats): boolean {
  return candidateCalls > 0 && candidateCalls === calls && bestConfidence === 0;
}

/** Calls, or queries of a DNS-only use. */
export function callsOf(stats: TrafficStats, dnsOnly: boolean): number {
  return dnsOnly ? stats.dnsQueries : stats.calls;
}

/** Start of a day (YYYY-MM-DD) in Unix milliseconds. */
export function dayStart(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** A day's calls after a time. */
export function callsOfDayAfter(day: Days[number], afterMs: number, dnsOnly: boolean): number {
  return hoursAfter(day, afterMs, dnsOnly).reduce((total, { calls }) => total + calls, 0);
}

/** All calls after a time, and the most calls and sessions within 24 hours. */
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

/** Hours with calls after a time. In the hour that contains the time, only calls that are certainly later count. */
function hoursAfter({ day, stats }: Days[number], afterMs: number, dnsOnly: boolean): Hour[] {
  const { firstAtMs, lastAtMs } = stats;
  if (firstAtMs === null || lastAtMs === null || lastAtMs <= afterMs) return [];
  return (dnsOnly ? stats.dnsByHour : stats.callsByHour).flatMap((calls, index) => {
    const startsAtMs = dayStart(day) + index * hourMs;
    const endsAtMs = startsAtMs + hourMs;
    if (calls === 0 || endsAtMs <= afterMs) return [];
    const sessions = sessionsOf(stats, index);
    if (startsAtMs > afterMs || firstAtMs > afterMs) return [{ startsAtMs, calls, sessions }];
    // Only the last record is certain to be after the time.
    return lastAtMs < endsAtMs ? [{ startsAtMs, calls: 1, sessions: Math.min(sessions, 1) }] : [];
  });
}

function sessionsOf({ sessions }: TrafficStats, hour: number): number {
  const prefix = `${hour.toString().padStart(2, "0")} `;
  return sessions.filter((session) => session.startsWith(prefix)).length;
}

/** Sustained machine activity: many similar hours in a row. People take breaks. */
const steady = { hours: 6, callsAnHour: 12, variation: 0.35 } as const;
/** More active hours per day than a person works. */
const roundTheClockHours = 18;
/** Minimum share of program calls among calls with a known client. */
const programShare = 0.5;

/**
 * Whether programs or agents make the calls: by user agents or TLS handshakes if known, otherwise by the regularity of
 * the hours.
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
/** Fewer days are no baseline. */
const leastDays = 5;

/**
 * The day that differs most from the previous 14 days, with its robust z-score (based on the median, so that single
 * outliers don't matter). Days without traffic count once the use was first seen. For identical days, the deviation is
 * the square root of the median, at least 1. Null without enough previous days.
 */
export function findBurst(days: Days, firstAtMs: number, dnsOnly: boolean): { calls: number; z: number } | null {
  const callsByDay = new Map(days.map(({ day, stats }) => [dayStart(day), callsOf(stats, dnsOnly)]));
  // Data before the loaded days is unknown.
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

/** Time zone offsets and office hours are multiples of 15 minutes, so one lookup per quarter-hour is enough. */
const quarterMs = 15 * 60_000;
/** Quarter-hours of about 100 days. */
const mostQuarters = 10_000;
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/**
 * Returns a function that checks whether a time (Unix milliseconds) is outside office hours. If the hours end before they
 * begin, they extend past midnight and belong to the day on which they begin; equal hours mean all day.
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
