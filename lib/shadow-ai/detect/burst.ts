import { callsOf, type Days, dayStart } from "@/lib/shadow-ai/detect/activity";
import { median, robustDeviation } from "@/lib/shadow-ai/detect/statistics";

const dayMs = 24 * 3_600_000;
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
