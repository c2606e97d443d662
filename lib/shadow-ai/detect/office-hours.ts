import type { ShadowAiSettings } from "@/lib/shadow-ai/schemas-settings";

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
