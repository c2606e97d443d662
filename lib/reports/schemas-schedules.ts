import { Cron } from "croner";
import { z } from "zod";
import { Cursor, Id, IsoMilliseconds, PageLimit, Pagination, setsSomething } from "@/lib/http/schemas";
import { type CoveredPeriod, coveredPeriods, reportFormats, reportKinds } from "@/lib/reports/vocabulary";
import { visibleText } from "@/lib/visible-text";

/** Members that a schedule may mail. */
const recipientsMax = 20;

const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(...visibleText)
  .meta({ examples: ["Board pack: shadow AI"] });
const cron = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: "Five fields, read in `timeZone`; the minute is one number", examples: ["0 7 1 * *"] });
const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be an IANA time zone, for example Europe/London")
  .meta({ examples: ["Europe/London"] });
const covers = z.enum(coveredPeriods).meta({
  id: "ReportCoveredPeriod",
  description: "The last whole day, week (from Monday), month or quarter before the report is due, in `timeZone`",
});
const recipients = z
  .array(z.string().min(1).max(128))
  .max(recipientsMax)
  .refine((ids) => new Set(ids).size === ids.length, "must not repeat a member")
  .meta({ description: "Members, by their ids, who are mailed a link to the report's page" });

const settings = {
  name,
  kind: z.enum(reportKinds),
  format: z.enum(reportFormats),
  cron,
  timeZone,
  covers,
  recipients,
  enabled: z.boolean(),
};

const example = {
  name: "Board pack: shadow AI",
  kind: "shadow-ai",
  format: "PDF",
  cron: "0 7 1 * *",
  timeZone: "Europe/London",
  covers: "PREVIOUS_MONTH",
  recipients: ["usr_01kahbc2g8m9n4q6r1s7t3v5wx"],
  enabled: true,
};

/** The body of `POST /v1/report-schedules`. */
export const CreateReportSchedule = z
  .strictObject({
    ...settings,
    format: settings.format.default("PDF"),
    timeZone: timeZone.default("UTC"),
    recipients: recipients.default([]),
    enabled: settings.enabled.default(true),
  })
  .superRefine(
    ({ cron: text, timeZone: zone }, context) => {
      const message = cronProblem(text, zone);
      if (message) context.addIssue({ code: "custom", path: ["cron"], message });
    },
    { when: ({ value }) => CronAndZone.safeParse(value).success },
  )
  .meta({ id: "CreateReportSchedule", examples: [example] });
export type CreateReportSchedule = z.infer<typeof CreateReportSchedule>;

/** A cron text is looked at also where other members are wrong, so that all problems are told at once. */
const CronAndZone = z.object({ cron, timeZone: timeZone.default("UTC") });

/** The body of `PATCH /v1/report-schedules/{id}`. A cron text is held against the time zone that holds after the change. */
export const UpdateReportSchedule = z
  .strictObject({
    name: name.optional(),
    kind: settings.kind.optional(),
    format: settings.format.optional(),
    cron: cron.optional(),
    timeZone: timeZone.optional(),
    covers: covers.optional(),
    recipients: recipients.optional(),
    enabled: settings.enabled.optional().meta({ description: "false pauses it; true goes on with its next time" }),
  })
  .refine(...setsSomething)
  .meta({ id: "UpdateReportSchedule", minProperties: 1, examples: [{ enabled: false }] });
export type UpdateReportSchedule = z.infer<typeof UpdateReportSchedule>;

export const ReportSchedule = z
  .object({
    id: Id("reportSchedule"),
    ...settings,
    timeZone: z.string(),
    nextRunAt: IsoMilliseconds.nullable().meta({ description: "null while it is not enabled" }),
    lastReportId: Id("report").nullable(),
    createdAt: IsoMilliseconds,
    updatedAt: IsoMilliseconds,
  })
  .meta({
    id: "ReportSchedule",
    examples: [
      {
        id: "rsch_01kahbc2g8m9n4q6r1s7t3v5wx",
        ...example,
        nextRunAt: "2026-02-01T07:00:00.000Z",
        lastReportId: "rep_01kahbc2g8m9n4q6r1s7t3v5wx",
        createdAt: "2026-01-15T10:00:00.000Z",
        updatedAt: "2026-01-15T10:00:00.000Z",
      },
    ],
  });
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const ListReportSchedules = z.strictObject({
  kind: z.enum(reportKinds).optional(),
  limit: PageLimit,
  cursor: Cursor.optional(),
});
export type ListReportSchedules = z.infer<typeof ListReportSchedules>;

export const ReportScheduleList = z
  .object({ data: z.array(ReportSchedule), pagination: Pagination })
  .meta({ id: "ReportScheduleList" });
export type ReportScheduleList = z.infer<typeof ReportScheduleList>;

/** Times of schedules: when one is due, and which period it covers. Runs in the browser too, which shows them while they are typed. */

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
