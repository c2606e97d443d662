import type { Context } from "@/lib/context";
import { countSchedules, findSchedules } from "@/lib/reports/schedule-store";
import type { ListReportSchedules, ReportScheduleList } from "@/lib/reports/schemas-schedules";
import { toSchedule } from "@/lib/reports/to-schedule";
import { paginate, readPlace } from "@/lib/resource/list-page";

/** The organisation's schedules, newest first. Throws `invalid_cursor` for a cursor of another organisation or filter. */
export async function listSchedules(ctx: Context, query: ListReportSchedules): Promise<ReportScheduleList> {
  const { limit, cursor, kind } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["report-schedules", organisationId, kind ?? null];
  const place = readPlace(cursor, binding);
  const [total, found] = await Promise.all([
    place?.total ?? countSchedules(ctx.tx, organisationId, kind),
    findSchedules(organisationId, kind, { ...(place && { beforeId: place.before }), take: limit + 1 }),
  ]);
  const { rows, pagination } = paginate(found, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map(toSchedule), pagination };
}
