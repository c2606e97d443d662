import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { nextRunOf } from "@/lib/reports/next-run";
import { recordScheduleChange } from "@/lib/reports/record-change";
import { requireRecipients } from "@/lib/reports/require-recipients";
import { countSchedules, insertSchedule, lockSchedules } from "@/lib/reports/schedule-store";
import type { CreateReportSchedule, ReportSchedule } from "@/lib/reports/schemas-schedules";
import { toSchedule } from "@/lib/reports/to-schedule";

/** Schedules an organisation may have, enabled or not. */
const schedulesMax = 100;

/** Makes a schedule. Throws `validation_failed` for recipients who are no members, `conflict` when there are too many. */
export async function createSchedule(ctx: Context, input: CreateReportSchedule): Promise<ReportSchedule> {
  const organisationId = ctx.organisation.id;
  await requireRecipients(ctx, input.recipients);
  return inTransaction(ctx.tx, async (tx) => {
    await lockSchedules(tx, organisationId);
    if ((await countSchedules(tx, organisationId)) >= schedulesMax) {
      const message = `The organisation has ${schedulesMax} report schedules, which is the most it may have. Delete one first.`;
      throw new ServiceError("conflict", message);
    }
    const nowMs = ctx.clock.now();
    const at = new Date(nowMs);
    const stored = await insertSchedule(tx, {
      ...input,
      id: newId("reportSchedule", nowMs),
      organisationId,
      nextRunAt: nextRunOf(input, nowMs),
      createdAt: at,
      updatedAt: at,
    });
    await recordScheduleChange(ctx, tx, { kind: "REPORT_SCHEDULE_CREATED", stored });
    return toSchedule(stored);
  });
}
