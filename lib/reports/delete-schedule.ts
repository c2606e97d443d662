import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { recordScheduleChange } from "@/lib/reports/record-change";
import { changeSchedule, lockSchedule } from "@/lib/reports/schedule-store";

/**
 * Ends a schedule for good: it asks for no more reports and is not found any more, by a second deletion neither. The reports
 * that it asked for stay. Throws `not_found`.
 */
export async function deleteSchedule(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  await inTransaction(ctx.tx, async (tx) => {
    const stored = await lockSchedule(tx, organisationId, id);
    if (!stored) throw notFound("report schedule");
    const now = new Date(Math.max(ctx.clock.now(), stored.updatedAt.getTime()));
    const deleted = { enabled: false, nextRunAt: null, deletedAt: now, updatedAt: now };
    const after = await changeSchedule(tx, organisationId, id, deleted);
    await recordScheduleChange(ctx, tx, { kind: "REPORT_SCHEDULE_DELETED", stored: after });
  });
}
