import { getMember } from "@/lib/domains/members";
import { recordScheduleChange } from "@/lib/domains/reports/reports";
import type {
  CreateReportSchedule,
  ListReportSchedules,
  ReportSchedule,
  ReportScheduleList,
  UpdateReportSchedule,
} from "@/lib/domains/reports/schemas-schedules";
import { cronProblem, nextRuns } from "@/lib/domains/reports/schemas-times";
import {
  changeSchedule,
  countSchedules,
  findSchedule,
  findSchedules,
  insertSchedule,
  lockSchedule,
  lockSchedules,
  type StoredSchedule,
} from "@/lib/domains/reports/store";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction } from "@/lib/platform/database/db";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { listPage } from "@/lib/platform/resource/list-page";

/** Schedules an organisation may have, enabled or not. */
const schedulesMax = 100;

/** Creates a schedule. Throws `validation_failed` for recipients who are not members, `conflict` when there are too many. */
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

/** A schedule of the organisation; throws `not_found`, also for one that was deleted. */
export async function getSchedule(ctx: Context, id: string): Promise<ReportSchedule> {
  const stored = await findSchedule(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("report schedule");
  return toSchedule(stored);
}

/** The organisation's schedules, newest first. Throws `invalid_cursor`. */
export async function listSchedules(ctx: Context, query: ListReportSchedules): Promise<ReportScheduleList> {
  const { rows, pagination } = await listPage(ctx, {
    name: "report-schedules",
    query,
    rows: (slice, reader) => findSchedules(reader, ctx.organisation.id, query.kind, slice),
    count: (reader) => countSchedules(reader, ctx.organisation.id, query.kind),
  });
  return { data: rows.map(toSchedule), pagination };
}

/**
 * Changes a schedule. New times apply from now on. Throws `not_found`, `precondition_failed` and `validation_failed`.
 */
export async function updateSchedule(
  ctx: Context,
  id: string,
  patch: UpdateReportSchedule,
  expectedVersion?: string,
): Promise<ReportSchedule> {
  const organisationId = ctx.organisation.id;
  await requireRecipients(ctx, patch.recipients ?? []);
  return applyChange(ctx, {
    noun: "report schedule",
    patch,
    expectedVersion,
    lock: (tx) => lockSchedule(tx, organisationId, id),
    view: toSchedule,
    version: versionOf,
    check: (stored, { given }) => {
      const { cron, timeZone } = { ...stored, ...given };
      const message = cronProblem(cron, timeZone);
      if (message) throw validationFailed([{ path: "cron", message }]);
    },
    save: async (stored, { names, given, now }, tx) => {
      const isRescheduled = names.some((name) => ["cron", "timeZone", "enabled"].includes(name));
      const after = await changeSchedule(tx, organisationId, id, {
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

/** A stored schedule as callers see it. */
function toSchedule(stored: StoredSchedule): ReportSchedule {
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

/** When a schedule is due next after a time; null while it is not enabled. */
export function nextRunOf(
  { enabled, cron, timeZone }: { enabled: boolean; cron: string; timeZone: string },
  afterMs: number,
): Date | null {
  if (!enabled) return null;
  const [next] = nextRuns(cron, timeZone, afterMs, 1);
  if (next === undefined) throw new Error("a cron text that never comes was stored");
  return new Date(next);
}

/** Throws `validation_failed` for recipients who are not members of the organisation. */
async function requireRecipients(ctx: Context, ids: readonly string[]): Promise<void> {
  const known = await Promise.all(ids.map((id) => isMember(ctx, id)));
  const unknown = ids.flatMap((_, i) => (known[i] ? [] : [{ path: `recipients[${i}]`, message: "is no member" }]));
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
