import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { findSchedule } from "@/lib/reports/schedule-store";
import type { ReportSchedule } from "@/lib/reports/schemas-schedules";
import { toSchedule } from "@/lib/reports/to-schedule";

/** A schedule of the organisation; throws `not_found`, also for one that was deleted. */
export async function getSchedule(ctx: Context, id: string): Promise<ReportSchedule> {
  const stored = await findSchedule(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("report schedule");
  return toSchedule(stored);
}
