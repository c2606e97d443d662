import { prisma, type Transaction } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import {
  type ListedDetection,
  type StoredDetection,
  toListed,
  toStored,
} from "@/lib/shadow-ai/detections/detection-store";
import type { DetectionFilter } from "@/lib/shadow-ai/schemas";
import type { DetectionStatus } from "@/lib/shadow-ai/vocabulary";

/** Detections by status. */
export type StatusCounts = Partial<Record<DetectionStatus, number>>;

interface PageOfDetections {
  detections: ListedDetection[];
  /** By status, under all filters but that of the status. */
  counts: StatusCounts;
}

const isolationLevel = "RepeatableRead" as const;

/** Detections newest first, at most `take`, those older than `beforeId` where it is given, with their counts as of the same moment. */
export async function findPage(
  organisationId: string,
  filter: DetectionFilter,
  page: { beforeId: string | undefined; take: number },
): Promise<PageOfDetections> {
  const { beforeId, take } = page;
  const before = beforeId === undefined ? {} : { id: { lt: beforeId } };
  const [rows, counts] = await prisma().$transaction(
    [
      prisma().shadowAiDetection.findMany({
        where: { ...where(organisationId, filter), ...before },
        orderBy: { id: "desc" },
        take,
        omit: { inputs: true },
      }),
      prisma().$queryRaw<{ status: DetectionStatus; detections: number }[]>(countsQuery(organisationId, filter)),
    ],
    { isolationLevel },
  );
  return {
    detections: rows.map(toListed),
    counts: Object.fromEntries(counts.map(({ status, detections }) => [status, detections])),
  };
}

/** Ids of the detections that a filter finds, newest first, at most `take`. */
export async function findIds(
  tx: Transaction,
  organisationId: string,
  filter: DetectionFilter,
  take: number,
): Promise<string[]> {
  const select = { id: true };
  const rows = await tx.shadowAiDetection.findMany({
    where: where(organisationId, filter),
    orderBy: { id: "desc" },
    take,
    select,
  });
  return rows.map(({ id }) => id);
}

/** How many detections a filter finds. */
export async function countDetections(
  tx: Transaction,
  organisationId: string,
  filter: DetectionFilter,
): Promise<number> {
  return tx.shadowAiDetection.count({ where: where(organisationId, filter) });
}

/** The next detections by their ids, behind one, at most `take`. */
export async function findDetectionsBehind(
  tx: Transaction,
  organisationId: string,
  afterId: string,
  take: number,
): Promise<StoredDetection[]> {
  const rows = await tx.shadowAiDetection.findMany({
    where: { organisationId, id: { gt: afterId } },
    orderBy: { id: "asc" },
    take,
  });
  return rows.map(toStored);
}

/** Reads as of one moment, whatever is changed meanwhile. */
export async function inSnapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return prisma().$transaction(work, { isolationLevel, timeout: 30_000, maxWait: 10_000 });
}

function where(organisationId: string, filter: DetectionFilter): Prisma.ShadowAiDetectionWhereInput {
  const { status, severity, from, to, assignedTo, provider, source, q } = filter;
  const part = q === undefined ? undefined : { contains: literal(q), mode: "insensitive" as const };
  return {
    organisationId,
    ...(status === undefined ? {} : { status }),
    ...(severity === undefined ? {} : { severity }),
    ...(assignedTo === undefined ? {} : { assignedTo }),
    ...(provider === undefined ? {} : { provider }),
    ...(source === undefined ? {} : { source }),
    ...(from === undefined && to === undefined
      ? {}
      : { detectedAt: { ...(from && { gte: new Date(from) }), ...(to && { lte: new Date(to) }) } }),
    ...(part === undefined ? {} : { OR: [{ endpoint: part }, { provider: part }] }),
  };
}

/** The running counts say it at once where only their columns restrict; else detections are counted. */
function countsQuery(organisationId: string, filter: DetectionFilter): Prisma.Sql {
  const { severity, from, to, assignedTo, provider, source, q } = filter;
  const conditions = [Prisma.sql`organisation_id = ${organisationId}`];
  if (severity !== undefined) conditions.push(Prisma.sql`severity = ${severity}`);
  if (provider !== undefined) conditions.push(Prisma.sql`provider = ${provider}`);
  const kept = conditions.length;
  if (from !== undefined) conditions.push(Prisma.sql`detected_at >= ${new Date(from)}`);
  if (to !== undefined) conditions.push(Prisma.sql`detected_at <= ${new Date(to)}`);
  if (assignedTo !== undefined) conditions.push(Prisma.sql`assigned_to = ${assignedTo}`);
  if (source !== undefined) conditions.push(Prisma.sql`source = ${source}`);
  if (q !== undefined) {
    const pattern = `%${literal(q)}%`;
    conditions.push(Prisma.sql`(endpoint ILIKE ${pattern} OR provider ILIKE ${pattern})`);
  }
  const all = Prisma.join(conditions, " AND ");
  return conditions.length === kept
    ? Prisma.sql`SELECT status, sum(detections)::float8 AS detections FROM shadow_ai_counts WHERE ${all} GROUP BY status`
    : Prisma.sql`SELECT status, count(*)::float8 AS detections FROM shadow_ai_detections WHERE ${all} GROUP BY status`;
}

/** A text as a part of a LIKE pattern that matches just this text. */
function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}
