import type { Situation } from "@/lib/shadow-ai/detect/situation";
import type { TrafficStats } from "@/lib/shadow-ai/detect/stats";

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
