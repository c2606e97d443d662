import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, validationFailed } from "@/lib/errors";
import { jcs } from "@/lib/jcs";
import { nextRunOf } from "@/lib/reports/next-run";
import { recordScheduleChange } from "@/lib/reports/record-change";
import { requireRecipients } from "@/lib/reports/require-recipients";
import { changeSchedule, lockSchedule } from "@/lib/reports/schedule-store";
import type { ReportSchedule, UpdateReportSchedule } from "@/lib/reports/schemas-schedules";
import { cronProblem } from "@/lib/reports/schemas-times";
import { toSchedule, versionOf } from "@/lib/reports/to-schedule";
import { matches, preconditionFailed } from "@/lib/resource/entity-tag";

/**
 * Sets what `change` names and leaves the rest. Another cron text or time zone, and enabling, count from now on: nothing of
 * before is made up for. `ifMatch` is the request's `If-Match` header. A change to what is already so changes nothing and is
 * no event. Throws `not_found`, `precondition_failed`, and `validation_failed` for a cron text or recipients that cannot be.
 */
export async function updateSchedule(
  ctx: Context,
  id: string,
  change: UpdateReportSchedule,
  ifMatch?: string,
): Promise<ReportSchedule> {
  const organisationId = ctx.organisation.id;
  await requireRecipients(ctx, change.recipients ?? []);
  return inTransaction(ctx.tx, async (tx) => {
    const stored = await lockSchedule(tx, organisationId, id);
    if (!stored) throw notFound("report schedule");
    const before = toSchedule(stored);
    const version = versionOf(before);
    if (ifMatch !== undefined && !matches(ifMatch, version)) throw preconditionFailed("report schedule", version);

    const changed = membersThatDiffer(before, change);
    if (changed.length === 0) return before;
    const given = Object.fromEntries(changed.map((name) => [name, change[name]])) as Partial<Settings>;
    const { enabled, cron, timeZone } = { ...stored, ...given };
    const message = cronProblem(cron, timeZone);
    if (message) throw validationFailed([{ path: "cron", message }]);
    const isAfresh = changed.some((name) => ["cron", "timeZone", "enabled"].includes(name));
    const after = await changeSchedule(tx, organisationId, id, {
      ...given,
      ...(isAfresh && { nextRunAt: nextRunOf({ enabled, cron, timeZone }, ctx.clock.now()) }),
      updatedAt: new Date(Math.max(ctx.clock.now(), stored.updatedAt.getTime())),
    });
    await recordScheduleChange(ctx, tx, { kind: "REPORT_SCHEDULE_UPDATED", stored: after, more: { changed } });
    return toSchedule(after);
  });
}

type Settings = Pick<ReportSchedule, keyof UpdateReportSchedule>;

function membersThatDiffer(before: ReportSchedule, change: UpdateReportSchedule): (keyof UpdateReportSchedule)[] {
  return (Object.keys(change) as (keyof UpdateReportSchedule)[]).filter(
    (name) => change[name] !== undefined && jcs(change[name]) !== jcs(before[name]),
  );
}
