import { Cron } from "croner";
import type { CoveredPeriod } from "@/lib/domains/reports/enums";

// When a schedule is due and which period it covers. Apart from the schemas, because browsers load this without zod.

/** Five fields. The first must be a single minute, so that no schedule is due more often than hourly. */
const fields = /^\s*(\S+)\s+\S+\s+\S+\s+\S+\s+\S+\s*$/;
const oneMinute = /^[0-5]?\d$/;

/** The problem of a cron expression, or undefined. */
export function cronProblem(cron: string, timeZone: string): string | undefined {
  const [, minute] = fields.exec(cron) ?? [];
  if (minute === undefined) return "must have five fields: minute, hour, day of the month, month, day of the week";
  if (!oneMinute.test(minute)) return "must contain a single value for the minute, because reports run at most hourly";
  try {
    if (nextRuns(cron, timeZone, 0, 1).length === 0) return "must match at least one time";
  } catch {
    return "must be a valid cron expression";
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

/** The next times, in milliseconds since the Unix epoch, after a time. A time that clocks skip is due at the change; a time that occurs twice is due once. */
export function nextRuns(cron: string, timeZone: string, afterMs: number, times: number): number[] {
  return open(cron, timeZone)
    .nextRuns(times, new Date(afterMs))
    .map((run) => run.getTime());
}

/** The latest run at or before a time, or undefined. */
export function latestRun(cron: string, timeZone: string, atMs: number): number | undefined {
  return latestRuns(cron, timeZone, atMs, 1)[0];
}

function latestRuns(cron: string, timeZone: string, atMs: number, times: number): number[] {
  // Cron times are whole seconds, and the reference itself is excluded from the previous runs.
  const reference = new Date(Math.floor(atMs / 1_000) * 1_000 + 1_000);
  return open(cron, timeZone)
    .previousRuns(times, reference)
    .map((run) => run.getTime());
}

function open(cron: string, timeZone: string): Cron {
  return new Cron(cron, { timezone: timeZone, mode: "5-part", paused: true });
}

/** When the periods begin. */
const beginnings: Readonly<Record<CoveredPeriod, string>> = {
  PREVIOUS_DAY: "0 0 * * *",
  PREVIOUS_WEEK: "0 0 * * 1",
  PREVIOUS_MONTH: "0 0 1 * *",
  PREVIOUS_QUARTER: "0 0 1 1,4,7,10 *",
};

/** The last whole period before a time, in the time zone: both ends inclusive, in milliseconds since the Unix epoch. */
export function coveredPeriod(covers: CoveredPeriod, atMs: number, timeZone: string): { fromMs: number; toMs: number } {
  const [end = atMs, start = atMs] = latestRuns(beginnings[covers], timeZone, atMs, 2);
  return { fromMs: start, toMs: end - 1 };
}
