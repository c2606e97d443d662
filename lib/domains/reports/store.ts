import type { CoveredPeriod, ReportFormat, ReportKind } from "@/lib/domains/reports/enums";
import { Prisma, type Report, type ReportSchedule } from "@/lib/generated/prisma/client";
import { systemClock } from "@/lib/platform/core/clock";
import { isId } from "@/lib/platform/core/id-prefixes";
import { type Outdated, outsidePeriods, periodBounds } from "@/lib/platform/core/periods";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { isLost, isOverdue, notStarted, type SweepBounds } from "@/lib/platform/documents/lost-generations-store";
import type { Slice } from "@/lib/platform/resource/list-page";
import { RecordStore } from "@/lib/platform/resource/record-store";

/** A stored report without its document, and the organisation's current retention period in days. */
export type StoredReport = Omit<Report, "document"> & { organisation: { reportRetentionDays: number } };

/** Names a report in one organisation. */
export interface ReportKey {
  organisationId: string;
  reportId: string;
}

const shown = {
  omit: { document: true },
  include: { organisation: { select: { reportRetentionDays: true } } },
} as const;

export async function insertReport(
  tx: Transaction,
  created: Omit<Prisma.ReportUncheckedCreateInput, "status">,
): Promise<StoredReport> {
  return tx.report.create({ data: { ...created, status: "GENERATING" }, ...shown });
}

export async function findReport(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredReport | null> {
  if (!isId("report", id)) return null;
  return (tx ?? prisma()).report.findFirst({ where: { organisationId, id }, ...shown });
}

/** A report of any organisation by its ID, for callers with its token. */
export async function findReportOfToken(id: string): Promise<StoredReport | null> {
  if (!isId("report", id)) return null;
  return prisma().report.findFirst({ where: { id }, ...shown });
}

/** The report of a published PDF, of any organisation, for callers with the file. */
export async function findPdfOfHash(fileHash: string) {
  return prisma().report.findFirst({
    where: { fileHash, format: "PDF", status: "READY" },
    select: { id: true, organisationId: true, fileHash: true, document: true },
  });
}

/** The document of a report as JSON text; undefined until its file is finished. */
export async function readDocument({ organisationId, reportId }: ReportKey): Promise<string | undefined> {
  const found = await prisma().report.findFirst({
    where: { organisationId, id: reportId },
    select: { document: true },
  });
  return found?.document ?? undefined;
}

/** Saves the finished file of a report and the document that it was rendered from, before they are published. */
export async function saveFile(
  { organisationId, reportId }: ReportKey,
  file: Pick<Prisma.ReportUpdateManyMutationInput, "document" | "fileHash" | "sizeBytes" | "pages"> & {
    storageKey: string;
    generatedAt: Date;
  },
): Promise<void> {
  await prisma().report.updateMany({ where: { organisationId, id: reportId, status: "GENERATING" }, data: file });
}

/** Stores the progress and the heartbeat of a report. False if the report is not being generated. */
export async function noteProgress({ organisationId, reportId }: ReportKey, percent: number): Promise<boolean> {
  const whole = Math.max(0, Math.min(100, Math.round(percent)));
  const updated = await prisma().$executeRaw`
    UPDATE reports SET heartbeat_at = ${new Date(systemClock.now())},
      progress_percent = greatest(progress_percent, ${whole}::smallint)
    WHERE organisation_id = ${organisationId} AND id = ${reportId} AND status = 'GENERATING'`;
  return updated > 0;
}

/** Reads a report that is being generated, and locks its row until the transaction ends. Null for any other report. */
export async function lockGenerating(
  tx: Transaction,
  { organisationId, reportId }: ReportKey,
): Promise<StoredReport | null> {
  if (!isId("report", reportId)) return null;
  await tx.$queryRaw`
    SELECT id FROM reports WHERE organisation_id = ${organisationId} AND id = ${reportId} FOR NO KEY UPDATE`;
  return tx.report.findFirst({ where: { organisationId, id: reportId, status: "GENERATING" }, ...shown });
}

export async function changeReport(
  tx: Transaction,
  { organisationId, reportId }: ReportKey,
  change: Prisma.ReportUpdateInput,
): Promise<StoredReport> {
  return tx.report.update({ where: { id_organisationId: { organisationId, id: reportId } }, data: change, ...shown });
}

/** The reports of a filter, newest first, for `listPage`. */
export function listed(organisationId: string, filter: object) {
  const where = { organisationId, ...filter };
  return {
    rows: ({ before, take }: Slice, reader: Transaction): Promise<StoredReport[]> => {
      const older = before !== undefined && { id: { lt: before } };
      return reader.report.findMany({ where: { ...where, ...older }, orderBy: { id: "desc" }, take, ...shown });
    },
    count: (reader: Transaction): Promise<number> => reader.report.count({ where }),
  };
}

/** Maximum number of an organisation's reports that are generated at the same time. */
export const reportsAtOnce = 2;

/** Claims reports of all organisations without a recent heartbeat, each for one caller, and counts the claims. */
export async function takeSilent(tx: Transaction, bounds: SweepBounds): Promise<(ReportKey & { requests: number })[]> {
  const requests = Prisma.sql`CASE WHEN progress_percent > 0 THEN requests ELSE ${notStarted} END`;
  const row = { requestedAt: Prisma.sql`created_at`, requests };
  return tx.$queryRaw`
    UPDATE reports SET heartbeat_at = ${bounds.now}, requests = requests + (progress_percent > 0)::int
    WHERE (organisation_id, id) IN (
      SELECT organisation_id, id FROM reports
      WHERE status = 'GENERATING' AND ${isLost(bounds, row)}
        AND (${isOverdue(bounds, row)} OR (SELECT count(*) FROM reports AS alive
          WHERE alive.organisation_id = reports.organisation_id AND alive.status = 'GENERATING'
            AND alive.heartbeat_at >= ${bounds.aliveSince}) < ${reportsAtOnce})
      ORDER BY created_at LIMIT ${bounds.limit} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING organisation_id AS "organisationId", id AS "reportId", requests`;
}

/** Finished reports requested before a time whose period is not on hold, with the location of their files. */
export async function lockOldReports(
  tx: Transaction,
  organisationId: string,
  { before, kept, take }: Outdated,
): Promise<{ id: string; storageKey: string | null }[]> {
  return tx.$queryRawUnsafe(oldReports, organisationId, before, ...periodBounds(kept), take);
}

const oldReports = `
  SELECT id, storage_key AS "storageKey" FROM reports
  WHERE organisation_id = $1 AND created_at < $2::timestamptz AND status <> 'GENERATING'
    AND ${outsidePeriods("date_from", "date_to", ["$3", "$4"])}
  ORDER BY created_at LIMIT $5::int FOR UPDATE`;

export async function deleteReports(tx: Transaction, organisationId: string, ids: string[]): Promise<number> {
  return (await tx.report.deleteMany({ where: { organisationId, id: { in: ids } } })).count;
}

/** A stored schedule. Check constraints limit its enum values. */
export type StoredSchedule = Omit<ReportSchedule, "kind" | "format" | "covers"> & {
  kind: ReportKind;
  format: ReportFormat;
  covers: CoveredPeriod;
};

/** Report schedules of organisations, enabled or not. */
export const reportSchedules = new RecordStore<
  StoredSchedule,
  Prisma.ReportScheduleUncheckedCreateInput,
  Prisma.ReportScheduleUncheckedUpdateInput
>({
  noun: "report schedule",
  plural: "report schedules",
  id: "reportSchedule",
  table: "report_schedules",
  max: 100,
  model: (reader) => reader.reportSchedule,
});

/** Maintenance over all organisations: due schedules, the most overdue first. */
export async function findDueSchedules(now: Date, limit: number): Promise<{ organisationId: string; id: string }[]> {
  return prisma().reportSchedule.findMany({
    where: { enabled: true, nextRunAt: { lte: now } },
    orderBy: { nextRunAt: "asc" },
    take: limit,
    select: { organisationId: true, id: true },
  });
}

/** Locks one due schedule until the transaction ends; null if another transaction holds it or it is not due. */
export async function takeDueSchedule(
  tx: Transaction,
  { organisationId, id }: { organisationId: string; id: string },
  now: Date,
): Promise<StoredSchedule | null> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM report_schedules
    WHERE organisation_id = ${organisationId} AND id = ${id} AND enabled AND next_run_at <= ${now}
    FOR NO KEY UPDATE SKIP LOCKED`;
  return rows.length === 0 ? null : reportSchedules.find(tx, organisationId, id);
}
