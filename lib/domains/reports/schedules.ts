import { getMember } from "@/lib/domains/members";
import { findOrganisation } from "@/lib/domains/organisations";
import { askForReport, recordScheduleChange } from "@/lib/domains/reports/reports";
import {
  type CreateReportSchedule,
  type ListReportSchedules,
  ReportSchedule,
  type ReportScheduleList,
  type UpdateReportSchedule,
} from "@/lib/domains/reports/schemas-schedules";
import { coveredPeriod, cronProblem, latestRun, nextRuns } from "@/lib/domains/reports/schemas-times";
import { findDueSchedules, reportSchedules, type StoredSchedule, takeDueSchedule } from "@/lib/domains/reports/store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { inTransaction, isDatabaseUnavailable } from "@/lib/platform/database/db";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { withIsoTimes } from "@/lib/platform/resource/record-store";
import { log } from "@/lib/platform/telemetry/log";

/** Creates a schedule. Throws `validation_failed` for recipients who are not members, `conflict` at the limit. */
export async function createSchedule(ctx: Context, input: CreateReportSchedule): Promise<ReportSchedule> {
  await requireRecipients(ctx, input.recipients);
  return reportSchedules.create(ctx, async (tx, record) => {
    const nextRunAt = nextRunOf(input, record.createdAt.getTime());
    const stored = await reportSchedules.insert(tx, { ...input, ...record, nextRunAt });
    await recordScheduleChange(ctx, tx, { kind: "REPORT_SCHEDULE_CREATED", stored });
    return toSchedule(stored);
  });
}

/** @throws `not_found` */
export async function getSchedule(ctx: Context, id: string): Promise<ReportSchedule> {
  return toSchedule(await reportSchedules.require(ctx, id));
}

/** The organisation's schedules, newest first. Throws `invalid_cursor`. */
export async function listSchedules(ctx: Context, query: ListReportSchedules): Promise<ReportScheduleList> {
  return reportSchedules.list(ctx, query, (rows) => rows.map(toSchedule));
}

/** Changes a schedule. New times apply from now on. Throws `not_found`, `precondition_failed` and `validation_failed`. */
export async function updateSchedule(
  ctx: Context,
  id: string,
  patch: UpdateReportSchedule,
  expectedVersion?: string,
): Promise<ReportSchedule> {
  await requireRecipients(ctx, patch.recipients ?? []);
  return applyChange(ctx, {
    noun: "report schedule",
    patch,
    expectedVersion,
    lock: (tx) => reportSchedules.lock(tx, ctx.organisation.id, id),
    view: toSchedule,
    version: versionOf,
    check: (stored, { given }) => {
      const { cron, timeZone } = { ...stored, ...given };
      const message = cronProblem(cron, timeZone);
      if (message) throw validationFailed([{ path: "cron", message }]);
    },
    save: async (stored: StoredSchedule, { names, given, now }, tx) => {
      const isRescheduled = names.some((name) => ["cron", "timeZone", "enabled"].includes(name));
      const after = await reportSchedules.change(tx, stored, {
        ...given,
        ...(isRescheduled && { nextRunAt: nextRunOf({ ...stored, ...given }, ctx.clock.now()) }),
        updatedAt: now,
      });
      await recordScheduleChange(ctx, tx, { kind: "REPORT_SCHEDULE_UPDATED", stored: after, more: { changed: names } });
      return after;
    },
  });
}

/** Deletes a schedule; its reports are kept. Throws `not_found`, also for a schedule that was deleted before. */
export async function deleteSchedule(ctx: Context, id: string): Promise<void> {
  await reportSchedules.remove(ctx, id, { enabled: false, nextRunAt: null }, (tx, stored) =>
    recordScheduleChange(ctx, tx, { kind: "REPORT_SCHEDULE_DELETED", stored }),
  );
}

/** A stored schedule as callers see it. */
function toSchedule(stored: StoredSchedule): ReportSchedule {
  return ReportSchedule.parse(withIsoTimes(stored));
}

/** The part of a schedule that its entity tag covers. Its next run and last report change without an update. */
export function versionOf({ nextRunAt: _, lastReportId: __, ...settings }: ReportSchedule): object {
  return settings;
}

/** When a schedule is due next after a time; null while it is not enabled. */
export function nextRunOf(
  { enabled, cron, timeZone }: { enabled: boolean; cron: string; timeZone: string },
  afterMs: number,
): Date | null {
  if (!enabled) return null;
  const [next] = nextRuns(cron, timeZone, afterMs, 1);
  if (next === undefined) throw new Error("a stored cron expression does not match any time");
  return new Date(next);
}

/** Throws `validation_failed` for recipients who are not members of the organisation. */
async function requireRecipients(ctx: Context, ids: readonly string[]): Promise<void> {
  const known = await Promise.all(ids.map((id) => isMember(ctx, id)));
  const unknown = ids.flatMap((_, i) =>
    known[i] ? [] : [{ path: `recipients[${i}]`, message: "is not a member of the organisation" }],
  );
  if (unknown.length > 0) throw validationFailed(unknown);
}

async function isMember(ctx: Context, id: string): Promise<boolean> {
  try {
    await getMember(ctx, id);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return false;
    throw error;
  }
}

/** Schedules processed by one sweep. The next sweep continues. */
const schedulesMax = 200;

/**
 * Requests the reports of due schedules, each time once; after a downtime, the latest missed one. Returns their number.
 */
export async function startDueReports(clock: Clock): Promise<number> {
  const due = await findDueSchedules(new Date(clock.now()), schedulesMax);
  let started = 0;
  for (const key of due) {
    try {
      if (await startDue(key, clock)) started += 1;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // An error in one organisation must not block the others.
      log().error({ err: error, scheduleId: key.id }, "a scheduled report could not be requested");
    }
  }
  return started;
}

async function startDue(key: { organisationId: string; id: string }, clock: Clock): Promise<boolean> {
  const organisation = await findOrganisation(key.organisationId);
  if (!organisation) return false;
  return inTransaction(undefined, async (tx) => {
    const nowMs = clock.now();
    const schedule = await takeDueSchedule(tx, key, new Date(nowMs));
    if (!schedule?.nextRunAt) return false;
    const { id: scheduleId, kind, format, cron, timeZone, covers } = schedule;
    const dueMs = Math.max(schedule.nextRunAt.getTime(), latestRun(cron, timeZone, nowMs) ?? 0);
    const { fromMs, toMs } = coveredPeriod(covers, dueMs, timeZone);
    const dateRange = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
    await reportSchedules.change(tx, key, { nextRunAt: nextRunOf(schedule, nowMs) });
    const ctx = { organisation, actor: { kind: "system" as const, id: "report-schedules" }, clock };
    const due = { scheduleId, dueAt: new Date(dueMs) };
    const report = await askForReport(ctx, tx, { kind, format, dateRange, due });
    await reportSchedules.change(tx, key, { lastReportId: report.id });
    return true;
  });
}
