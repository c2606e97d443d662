import { Cron } from "croner";
import type { CoveredPeriod } from "@/lib/domains/reports/enums";

// When a schedule is due and which period it covers. Apart from the schemas, because browsers load this without zod.

/** Five fields, of which the first is one minute: so nothing is due more often than hourly. */
const fields = /^\s*(\S+)\s+\S+\s+\S+\s+\S+\s+\S+\s*$/;
const oneMinute = /^[0-5]?\d$/;

/** What is wrong with a cron text; undefined where nothing is. */
export function cronProblem(cron: string, timeZone: string): string | undefined {
  const [, minute] = fields.exec(cron) ?? [];
  if (minute === undefined) return "must have five fields: minute, hour, day of the month, month, day of the week";
  if (!oneMinute.test(minute)) return "must name one minute of the hour: reports are made hourly at most";
  try {
    if (nextRuns(cron, timeZone, 0, 1).length === 0) return "never comes";
  } catch {
    return "is no cron expression";
  }
  return undefined;
}

export function isTimeZone(name: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== undefined && !/^[+-]/.test(name)
    );
  } catch {
    return false;
  }
}

/** The next times, in milliseconds since the Unix epoch, after a time. Where clocks leap over one, it comes at the leap; where they show one twice, once. */
export function nextRuns(cron: string, timeZone: string, afterMs: number, times: number): number[] {
  return open(cron, timeZone)
    .nextRuns(times, new Date(afterMs))
    .map((run) => run.getTime());
}

/** The latest time at or before a time; undefined where there is none. */
export function latestRun(cron: string, timeZone: string, atMs: number): number | undefined {
  // Times are whole seconds, and the reference itself is none of the previous ones.
  const reference = new Date(Math.floor(atMs / 1_000) * 1_000 + 1_000);
  return open(cron, timeZone).previousRuns(1, reference)[0]?.getTime();
}

function open(cron: string, timeZone: string): Cron {
  return new Cron(cron, { timezone: timeZone, mode: "5-part", paused: true });
}

/**
 * The last whole day, week (from Monday), month or quarter before a time, as clocks of the time zone show it: both ends
 * inclusive, in milliseconds since the Unix epoch.
 */
export function coveredPeriod(covers: CoveredPeriod, atMs: number, timeZone: string): { fromMs: number; toMs: number } {
  const today = dateAt(atMs, timeZone);
  const [end, start] = boundsOf(covers, today);
  return { fromMs: beginningOf(start, timeZone), toMs: beginningOf(end, timeZone) - 1 };
}

interface LocalDate {
  year: number;
  /** From 0. */
  month: number;
  day: number;
}

/** Where the period that holds a day begins, and the one before it. */
function boundsOf(covers: CoveredPeriod, { year, month, day }: LocalDate): [LocalDate, LocalDate] {
  switch (covers) {
    case "PREVIOUS_DAY":
      return [date(year, month, day), date(year, month, day - 1)];
    case "PREVIOUS_WEEK": {
      const sinceMonday = (new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7;
      return [date(year, month, day - sinceMonday), date(year, month, day - sinceMonday - 7)];
    }
    case "PREVIOUS_MONTH":
      return [date(year, month, 1), date(year, month - 1, 1)];
    case "PREVIOUS_QUARTER": {
      const first = month - (month % 3);
      return [date(year, first, 1), date(year, first - 3, 1)];
    }
  }
}

/** A date whose members may lie outside of their ranges. */
function date(year: number, month: number, day: number): LocalDate {
  const at = new Date(Date.UTC(year, month, day));
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), day: at.getUTCDate() };
}

/** The first moment of a date in a time zone: midnight, or where clocks leap over it, the moment of the leap. */
function beginningOf({ year, month, day }: LocalDate, timeZone: string): number {
  const asUtc = Date.UTC(year, month, day);
  const dayMs = 86_400_000;
  const candidates = [asUtc - dayMs, asUtc + dayMs].map((nearMs) => asUtc - offsetAt(nearMs, timeZone));
  const isOn = (atMs: number) => {
    const found = dateAt(atMs, timeZone);
    return found.year === year && found.month === month && found.day === day;
  };
  return candidates.sort((a, b) => a - b).find(isOn) ?? asUtc - offsetAt(asUtc, timeZone);
}

function dateAt(atMs: number, timeZone: string): LocalDate {
  const at = new Date(atMs + offsetAt(atMs, timeZone));
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), day: at.getUTCDate() };
}

/** What clocks of a time zone show beyond UTC at a time, in milliseconds. */
function offsetAt(atMs: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(new Date(atMs));
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return shown - Math.floor(atMs / 1_000) * 1_000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone, calendar: "iso8601", numberingSystem: "latn", hourCycle: "h23" },
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  });
}
