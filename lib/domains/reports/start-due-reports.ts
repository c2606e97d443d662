import { findOrganisation } from "@/lib/domains/organisations";
import { askForReport } from "@/lib/domains/reports/reports";
import { nextRunOf } from "@/lib/domains/reports/schedules";
import { coveredPeriod, latestRun } from "@/lib/domains/reports/schemas-times";
import { findDueSchedules, reportSchedules, takeDueSchedule } from "@/lib/domains/reports/store";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction, isDatabaseUnavailable } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

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
      // That of one organisation must not hold up the others.
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
