import type { StoredSchedule } from "@/lib/reports/schedule-store";
import type { ReportSchedule } from "@/lib/reports/schemas-schedules";

/** A stored schedule as callers see it. */
export function toSchedule(stored: StoredSchedule): ReportSchedule {
  const { id, name, kind, format, cron, timeZone, covers, recipients, enabled, lastReportId } = stored;
  return {
    ...{ id, name, kind, format, cron, timeZone, covers, recipients, enabled, lastReportId },
    nextRunAt: stored.nextRunAt?.toISOString() ?? null,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}

/** What an entity tag names: when it is due next, and what came last, move by themselves. */
export function versionOf({ nextRunAt: _, lastReportId: __, ...settings }: ReportSchedule): object {
  return settings;
}
