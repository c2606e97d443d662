import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import type { StoredSchedule } from "@/lib/reports/schedule-store";
import type { StoredReport } from "@/lib/reports/store";

type Changer = Pick<Context, "organisation" | "actor" | "clock">;

/**
 * Writes onto the chain what became of a report, as the last thing in the transaction that does it: who asked for one, what
 * was made and who took it is itself evidence.
 */
export async function recordReportChange(
  ctx: Changer,
  tx: Transaction,
  change: {
    kind: "REPORT_REQUESTED" | "REPORT_READY" | "REPORT_FAILED" | "REPORT_DOWNLOADED";
    stored: StoredReport;
    more?: Record<string, unknown>;
  },
): Promise<void> {
  const { kind, stored, more = {} } = change;
  const { id: reportId, kind: reportKind, format, dateFrom, dateTo, scheduleId } = stored;
  const dateRange = { from: dateFrom.toISOString(), to: dateTo.toISOString() };
  const payload = {
    kind,
    reportId,
    reportKind,
    format,
    dateRange,
    ...(scheduleId === null ? {} : { scheduleId }),
    ...more,
  };
  await appendInTransaction(ctx, tx, [{ eventType: "DATA_ACCESS", payload }]);
}

/** The same of a schedule. Of the recipients the event has their number, because nothing is ever taken off a chain. */
export async function recordScheduleChange(
  ctx: Changer,
  tx: Transaction,
  change: {
    kind: "REPORT_SCHEDULE_CREATED" | "REPORT_SCHEDULE_UPDATED" | "REPORT_SCHEDULE_DELETED";
    stored: StoredSchedule;
    more?: Record<string, unknown>;
  },
): Promise<void> {
  const { kind, stored, more = {} } = change;
  const { id: scheduleId, name, kind: reportKind, format, cron, timeZone, covers, recipients, enabled } = stored;
  const payload = {
    ...{ kind, scheduleId, name, reportKind, format, cron, timeZone, covers, recipients: recipients.length, enabled },
    ...more,
  };
  await appendInTransaction(ctx, tx, [{ eventType: "CONFIG_CHANGE", payload }]);
}
