import { prisma, type Transaction } from "@/lib/db";
import type { Prisma, ReportSchedule } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/id-prefixes";
import type { CoveredPeriod, ReportFormat, ReportKind } from "@/lib/reports/vocabulary";

/** A schedule as it is stored; check constraints hold its words. */
export type StoredSchedule = Omit<ReportSchedule, "kind" | "format" | "covers"> & {
  kind: ReportKind;
  format: ReportFormat;
  covers: CoveredPeriod;
};

/** Of transactions that make schedules of an organisation, one works at a time: what they count stays true. */
export async function lockSchedules(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`report-schedules ${organisationId}`}, 0))::text`;
}

export async function countSchedules(
  tx: Transaction | undefined,
  organisationId: string,
  kind?: ReportKind,
): Promise<number> {
  return (tx ?? prisma()).reportSchedule.count({ where: where(organisationId, kind) });
}

export async function insertSchedule(
  tx: Transaction,
  created: Omit<StoredSchedule, "deletedAt" | "lastReportId">,
): Promise<StoredSchedule> {
  return (await tx.reportSchedule.create({ data: created })) as StoredSchedule;
}

export async function findSchedule(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredSchedule | null> {
  if (!isId("reportSchedule", id)) return null;
  const found = await (tx ?? prisma()).reportSchedule.findFirst({ where: { organisationId, id, deletedAt: null } });
  return found as StoredSchedule | null;
}

/** Reads a schedule and holds its row until the transaction ends, so that of two changes the second sees the first. */
export async function lockSchedule(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<StoredSchedule | null> {
  if (!isId("reportSchedule", id)) return null;
  await tx.$queryRaw`
    SELECT id FROM report_schedules WHERE organisation_id = ${organisationId} AND id = ${id} FOR NO KEY UPDATE`;
  return findSchedule(tx, organisationId, id);
}

export async function changeSchedule(
  tx: Transaction,
  organisationId: string,
  id: string,
  change: Prisma.ReportScheduleUpdateInput,
): Promise<StoredSchedule> {
  return (await tx.reportSchedule.update({ where: { organisationId, id }, data: change })) as StoredSchedule;
}

/** Schedules newest first, at most `take`, those older than `beforeId`. */
export async function findSchedules(
  organisationId: string,
  kind: ReportKind | undefined,
  { beforeId, take }: { beforeId?: string; take: number },
): Promise<StoredSchedule[]> {
  const behind = beforeId === undefined ? {} : { id: { lt: beforeId } };
  const found = await prisma().reportSchedule.findMany({
    where: { ...where(organisationId, kind), ...behind },
    orderBy: { id: "desc" },
    take,
  });
  return found as StoredSchedule[];
}

function where(organisationId: string, kind: ReportKind | undefined): Prisma.ReportScheduleWhereInput {
  return { organisationId, deletedAt: null, ...(kind === undefined ? {} : { kind }) };
}

/** Maintenance over all organisations: schedules whose time has come, the longest waiting first. */
export async function findDueSchedules(now: Date, limit: number): Promise<{ organisationId: string; id: string }[]> {
  return prisma().reportSchedule.findMany({
    where: { enabled: true, nextRunAt: { lte: now } },
    orderBy: { nextRunAt: "asc" },
    take: limit,
    select: { organisationId: true, id: true },
  });
}

/** The same of one, whose row is held until the transaction ends; null where somebody else has it, or its time has not come. */
export async function takeDueSchedule(
  tx: Transaction,
  { organisationId, id }: { organisationId: string; id: string },
  now: Date,
): Promise<StoredSchedule | null> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM report_schedules
    WHERE organisation_id = ${organisationId} AND id = ${id} AND enabled AND next_run_at <= ${now}
    FOR NO KEY UPDATE SKIP LOCKED`;
  return rows.length === 0 ? null : findSchedule(tx, organisationId, id);
}
