import { z } from "zod";
import { coveredPeriods, reportFormats, reportKinds } from "@/lib/domains/reports/enums";
import { cronProblem, isTimeZone } from "@/lib/domains/reports/schemas-times";
import { visibleText } from "@/lib/platform/core/visible-text";
import { AnyCase, Id, IsoMilliseconds, ListOf, ListQuery, setsSomething } from "@/lib/platform/http/schemas";

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
  .meta({
    description: "A cron expression with five fields, evaluated in `timeZone`. The minute must be a single number.",
    examples: ["0 7 1 * *"],
  });
const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be an IANA time zone, for example Europe/London")
  .meta({ examples: ["Europe/London"] });
const covers = z.enum(coveredPeriods).meta({
  id: "ReportCoveredPeriod",
  description: "The last complete day, week (from Monday), month or quarter before the report is due, in `timeZone`",
});
const recipients = z
  .array(z.string().min(1).max(128))
  .max(recipientsMax)
  .refine((ids) => new Set(ids).size === ids.length, "must not contain duplicates")
  .meta({ description: "IDs of the members who receive an e-mail with a link to the report's page" });

const settings = {
  name,
  kind: z.enum(reportKinds),
  format: AnyCase(reportFormats),
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
    format: settings.format.default("PDF").meta({ default: "PDF" }),
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

/** A cron expression is checked even if other members are invalid, so that all problems are reported at once. */
const CronAndZone = z.object({ cron, timeZone: timeZone.default("UTC") });

/** The body of `PATCH /v1/report-schedules/{id}`. A cron expression is checked in the time zone that applies after the change. */
export const UpdateReportSchedule = z
  .strictObject({
    name: name.optional(),
    kind: settings.kind.optional(),
    format: settings.format.optional(),
    cron: cron.optional(),
    timeZone: timeZone.optional(),
    covers: covers.optional(),
    recipients: recipients.optional(),
    enabled: settings.enabled.optional().meta({
      description:
        "Whether the schedule is active. `false` pauses the schedule, and `true` resumes it at the next matching time.",
    }),
  })
  .refine(...setsSomething)
  .meta({ id: "UpdateReportSchedule", minProperties: 1, examples: [{ enabled: false }] });
export type UpdateReportSchedule = z.infer<typeof UpdateReportSchedule>;

export const ReportSchedule = z
  .object({
    id: Id("reportSchedule"),
    ...settings,
    timeZone: z.string(),
    nextRunAt: IsoMilliseconds.nullable().meta({
      description: "When the schedule next generates a report; `null` while the schedule is paused",
    }),
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

export const ListReportSchedules = ListQuery({ kind: z.enum(reportKinds).optional() });
export type ListReportSchedules = z.infer<typeof ListReportSchedules>;

export const ReportScheduleList = ListOf("ReportScheduleList", ReportSchedule);
export type ReportScheduleList = z.infer<typeof ReportScheduleList>;
