import type { ImportFigures } from "@/lib/domains/shadow-ai/imports/import-tally";
import { warningOf } from "@/lib/domains/shadow-ai/imports/outcomes";
import type { StoredLog } from "@/lib/domains/shadow-ai/imports/stored-log-store";
import { type LogImport, type LogSource, Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

export type StoredImport = LogImport & { source: { name: string } };

export interface ImportKey {
  organisationId: string;
  importId: string;
  sourceId: string;
}

interface Begun {
  organisationId: string;
  importId: string;
  newSourceId: string;
  name: string;
  via: string;
  now: Date;
  storedLog: StoredLog | undefined;
}

/** Records the start of an import and creates the source if the name is new. Returns the source's id. */
export async function beginImport(tx: Transaction, begun: Begun): Promise<string> {
  const { organisationId, importId, newSourceId, name, via, now, storedLog } = begun;
  const source = await tx.logSource.upsert({
    where: { organisationId_name: { organisationId, name } },
    create: { id: newSourceId, organisationId, name, via, lastImportAt: now, createdAt: now },
    update: { via, lastImportAt: now },
  });
  await tx.logImport.create({
    data: {
      ...{ id: importId, organisationId, sourceId: source.id, via, startedAt: now },
      ...(storedLog ? { status: "QUEUED", storedLog, progressPercent: 0, heartbeatAt: now } : { status: "RUNNING" }),
    },
  });
  return source.id;
}

/** Records an import's progress, which also marks its worker as alive. */
export async function noteProgress(tx: Transaction, key: ImportKey, figures: ImportFigures, now: Date): Promise<void> {
  const { organisationId, importId: id } = key;
  await tx.logImport.update({ where: { id_organisationId: { organisationId, id } }, data: columnsOf(figures) });
  await noteAlive(tx, key, now, figures);
}

/** Marks the worker of an import as alive. */
export async function noteAlive(
  tx: Transaction | undefined,
  { organisationId, sourceId }: ImportKey,
  now: Date,
  { format = null, lastRecordAt = null }: Partial<ImportFigures> = {},
): Promise<void> {
  await (tx ?? prisma()).$executeRaw`
    UPDATE log_sources SET last_import_at = greatest(last_import_at, ${now}),
      last_record_at = greatest(last_record_at, ${lastRecordAt}::timestamptz), format = coalesce(${format}, format)
    WHERE organisation_id = ${organisationId} AND id = ${sourceId}`;
}

/** The outcome of an import. */
interface ImportEnd {
  failureReason: string | null;
  digest: string | null;
  now: Date;
}

/** Ends an import and adds its results to the source, once. */
export async function endImport(
  tx: Transaction,
  key: ImportKey,
  figures: ImportFigures | undefined,
  { failureReason, digest, now }: ImportEnd,
): Promise<void> {
  const { organisationId, importId: id, sourceId } = key;
  const end = { status: failureReason === null ? "DONE" : "FAILED", failureReason, digest, finishedAt: now };
  const [before] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status FROM log_imports WHERE organisation_id = ${organisationId} AND id = ${id} FOR UPDATE`;
  const stored = await tx.logImport.update({
    where: { id_organisationId: { organisationId, id } },
    data: { ...(figures && columnsOf(figures)), ...end },
  });
  if (before?.status !== "RUNNING" && before?.status !== "QUEUED") return;
  await tx.logSource.update({
    where: { id_organisationId: { organisationId, id: sourceId } },
    data: {
      records: { increment: stored.accepted },
      rejected: { increment: stored.rejected },
      ...(failureReason !== null
        ? { warning: `The last import failed: ${failureReason}` }
        : figures && { warning: warningOf(figures) }),
    },
  });
  if (figures) await noteAlive(tx, key, now, figures);
}

/** Whether a log with this content was fully read before, with the same number of rejected lines. */
export async function isKnownImport(organisationId: string, digest: string, rejected: number): Promise<boolean> {
  const where = { organisationId, digest, rejected: BigInt(rejected), status: "DONE" };
  return (await prisma().logImport.findFirst({ where, select: { id: true } })) !== null;
}

/** Imports of all organisations whose worker has not reported since the given time. */
export async function findSilentImports(since: Date, take: number): Promise<ImportKey[]> {
  const rows = await prisma().logImport.findMany({
    where: {
      status: "RUNNING",
      storedLog: { equals: Prisma.DbNull },
      startedAt: { lt: since },
      source: { lastImportAt: { lt: since } },
    },
    select: { organisationId: true, id: true, sourceId: true },
    orderBy: { id: "asc" },
    take,
  });
  return rows.map(({ organisationId, id, sourceId }) => ({ organisationId, importId: id, sourceId }));
}

export async function findImport(organisationId: string, id: string): Promise<StoredImport | null> {
  if (!isId("logImport", id)) return null;
  return prisma().logImport.findFirst({ where: { organisationId, id }, include: withSource });
}

export async function findImports(reader: Reader, organisationId: string, slice: Slice): Promise<StoredImport[]> {
  return reader.logImport.findMany({ ...newestFirst(slice, { organisationId }), include: withSource });
}

export async function findSources(reader: Reader, organisationId: string, slice: Slice): Promise<LogSource[]> {
  return reader.logSource.findMany(newestFirst(slice, { organisationId }));
}

export async function countRows(
  reader: Reader,
  table: "logImport" | "logSource",
  organisationId: string,
): Promise<number> {
  const where = { organisationId };
  return table === "logImport" ? reader.logImport.count({ where }) : reader.logSource.count({ where });
}

const withSource = { source: { select: { name: true } } } as const;

function columnsOf({ errors, ...figures }: ImportFigures): Prisma.LogImportUpdateInput {
  return { ...figures, errors: errors as unknown as Prisma.InputJsonArray };
}

/** An organisation's stored daily keys, encrypted, by day (`YYYY-MM-DD`). */
export async function findClientKeys(organisationId: string): Promise<Map<string, string>> {
  const rows = await prisma().clientKey.findMany({ where: { organisationId } });
  return new Map(rows.map(({ day, key }) => [day.toISOString().slice(0, 10), key]));
}

/** Stores keys for days without one. The first of two concurrent writers wins. */
export async function insertClientKeys(organisationId: string, keys: { day: string; key: string }[]): Promise<void> {
  const data = keys.map(({ day, key }) => ({ organisationId, day: new Date(day), key }));
  await prisma().clientKey.createMany({ data, skipDuplicates: true });
}

/** Replaces an unreadable key. */
export async function replaceClientKey(
  organisationId: string,
  { day, key, instead }: { day: string; key: string; instead: string },
): Promise<void> {
  await prisma().clientKey.updateMany({ where: { organisationId, day: new Date(day), key: instead }, data: { key } });
}
