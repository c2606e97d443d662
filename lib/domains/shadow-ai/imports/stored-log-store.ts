import type { ReadingOptions } from "@/lib/domains/shadow-ai/schemas-sources";
import { Prisma } from "@/lib/generated/prisma/client";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { isLost, isOverdue, notStarted, type SweepBounds } from "@/lib/platform/documents/lost-generations-store";

/** How a stored log is to be read. */
export type StoredLog = ReadingOptions & {
  backfill: boolean;
  /** The request declared the content encoding gzip. */
  isGzip: boolean;
  /** SHA-256 of the log as `importLog` computes it, in hexadecimal. */
  digest: string;
  sizeBytes: number;
};

export interface ImportId {
  organisationId: string;
  importId: string;
}

const unfinished = { status: { in: ["QUEUED", "RUNNING"] } };

/** Number of the organisation's stored logs that are not imported yet. */
export function countStoredLogs(organisationId: string): Promise<number> {
  return prisma().logImport.count({ where: { organisationId, storedLog: { not: Prisma.DbNull }, ...unfinished } });
}

/** Marks the file of a log as complete, so that its import can start. False if the import has ended. */
export async function markStored(tx: Transaction, { organisationId, importId: id }: ImportId): Promise<boolean> {
  const where = { organisationId, id, status: "QUEUED" };
  return (await tx.logImport.updateMany({ where, data: { heartbeatAt: null } })).count > 0;
}

/** Records that the log file is still being stored, so that its import does not start. */
export async function recordStorageHeartbeat({ organisationId, importId: id }: ImportId, now: Date): Promise<void> {
  const where = { organisationId, id, status: "QUEUED", heartbeatAt: { not: null } };
  await prisma().logImport.updateMany({ where, data: { heartbeatAt: now } });
}

/** Notes that a stored log is being imported, and how much was read. False if its import has ended. */
export async function noteShare({ organisationId, importId }: ImportId, percent: number, now: Date): Promise<boolean> {
  const updated = await prisma().$executeRaw`
    UPDATE log_imports SET status = 'RUNNING', heartbeat_at = ${now},
      progress_percent = greatest(progress_percent, ${Math.floor(percent)}::smallint)
    WHERE organisation_id = ${organisationId} AND id = ${importId} AND status IN ('QUEUED', 'RUNNING')
      AND stored_log IS NOT NULL`;
  return updated > 0;
}

/** A stored log whose import has not ended; null for any other. */
export async function findStoredLog({ organisationId, importId: id }: ImportId) {
  const where = { organisationId, id, storedLog: { not: Prisma.DbNull }, ...unfinished };
  const found = await prisma().logImport.findFirst({ where, include: { source: { select: { name: true } } } });
  return found && { ...found, storedLog: found.storedLog as unknown as StoredLog };
}

/** Claims stored logs of all organisations whose import stopped reporting progress, and counts the restarts of each. */
export function takeSilentLogs(tx: Transaction, bounds: SweepBounds): Promise<(ImportId & { requests: number })[]> {
  const row = {
    requestedAt: Prisma.sql`started_at`,
    requests: Prisma.sql`CASE status WHEN 'RUNNING' THEN requests ELSE ${notStarted} END`,
  };
  return tx.$queryRaw`
    UPDATE log_imports SET heartbeat_at = ${bounds.now}, requests = requests + (status = 'RUNNING')::int
    WHERE (organisation_id, id) IN (
      SELECT organisation_id, id FROM log_imports
      WHERE stored_log IS NOT NULL AND status IN ('QUEUED', 'RUNNING')
        AND ${isLost(bounds, row)}
        AND (${isOverdue(bounds, row)} OR NOT EXISTS (SELECT FROM log_imports AS alive
          WHERE alive.organisation_id = log_imports.organisation_id AND alive.status = 'RUNNING'
            AND alive.heartbeat_at >= ${bounds.aliveSince}))
      ORDER BY id LIMIT ${bounds.limit} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING organisation_id AS "organisationId", id AS "importId", requests`;
}

/** Imports of all organisations that have ended but whose log is still stored. */
export async function findLeftLogs(take: number): Promise<ImportId[]> {
  return prisma().$queryRaw`
    SELECT organisation_id AS "organisationId", id AS "importId" FROM log_imports
    WHERE stored_log IS NOT NULL AND finished_at IS NOT NULL LIMIT ${take}`;
}

/** Notes that the file of an ended import was removed. */
export async function markRemoved({ organisationId, importId: id }: ImportId): Promise<void> {
  const where = { organisationId, id, finishedAt: { not: null } };
  await prisma().logImport.updateMany({ where, data: { storedLog: Prisma.DbNull } });
}
