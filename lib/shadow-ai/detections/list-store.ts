import { prisma, type Transaction } from "@/lib/db";
import { Prisma, type ShadowAiDetection as Row } from "@/lib/generated/prisma/client";
import {
  type ListedDetection,
  type StoredDetection,
  toListed,
  toStored,
} from "@/lib/shadow-ai/detections/detection-store";
import { all, conditionsOf, type Sought } from "@/lib/shadow-ai/detections/filter-store";
import { directionOf, type Ordering, sortedIds } from "@/lib/shadow-ai/detections/sort-store";
import type { DetectionStatus } from "@/lib/shadow-ai/vocabulary";

/** Detections by status. */
export type StatusCounts = Partial<Record<DetectionStatus, number>>;

interface PageOfDetections {
  detections: ListedDetection[];
  /** By status, under all filters but that of the status. */
  counts: StatusCounts;
  /** As the organisation's settings have it; null where it has decided nothing. */
  slaDays: unknown;
}

/** A detection beside what is said of all; of an empty page, that alone. */
type RowOfPage = Pick<PageOfDetections, "slaDays"> & { counts: StatusCounts | null } & (
    | (Omit<Row, "inputs" | "factorCodes"> & { sortKey?: unknown })
    | { id: null }
  );

const isolationLevel = "RepeatableRead" as const;

/** All of a row but what its score was computed from, and what is there for filters. Columns have the names of the fields, with underscores. */
const listedColumns = Object.keys(Prisma.ShadowAiDetectionScalarFieldEnum)
  .filter((field) => field !== "inputs" && field !== "factorCodes")
  .map((field) => `${field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)} AS "${field}"`)
  .join(", ");

/**
 * Detections in an order, at most `take`, those behind a place where it is given, with their counts as of the same moment. It
 * is one statement: a transaction around two took as long again as they.
 */
export async function findPage(sought: Sought, ordering: Ordering, take: number): Promise<PageOfDetections> {
  const { organisationId } = sought;
  const isById = ordering.sort === "detectedAt";
  const direction = directionOf(ordering);
  const rows = await prisma().$queryRaw<RowOfPage[]>`
    SELECT counts, "slaDays", page.*
    FROM (SELECT json_object_agg(status, detections) AS counts FROM (${countsQuery(sought)}) AS counted) AS c
    CROSS JOIN (SELECT (
      SELECT settings->'slaDays' FROM shadow_ai_settings WHERE organisation_id = ${organisationId}) AS "slaDays") AS s
    LEFT JOIN (${isById ? byId(sought, ordering, take) : bySortKey(sought, ordering, take)}) AS page ON true
    ORDER BY ${isById ? Prisma.empty : Prisma.sql`page."sortKey" ${direction},`} page.id ${direction}`;
  return {
    detections: rows.flatMap(({ counts: _counts, slaDays: _slaDays, ...row }) => {
      if (row.id === null) return [];
      const { sortKey: _, ...listed } = row;
      return [toListed(listed)];
    }),
    counts: rows[0]?.counts ?? {},
    slaDays: rows[0]?.slaDays ?? null,
  };
}

/** Ids are in the order in which detections were made. */
function byId(sought: Sought, { order, behind }: Ordering, take: number): Prisma.Sql {
  const conditions = conditionsOf(sought);
  if (behind) conditions.push(order === "desc" ? Prisma.sql`id < ${behind.id}` : Prisma.sql`id > ${behind.id}`);
  return Prisma.sql`SELECT ${Prisma.raw(listedColumns)} FROM shadow_ai_detections
    WHERE ${all(conditions)} ORDER BY id ${directionOf({ order })} LIMIT ${take}`;
}

function bySortKey(sought: Sought, ordering: Ordering, take: number): Prisma.Sql {
  return Prisma.sql`SELECT "sortKey", ${Prisma.raw(listedColumns)}
    FROM (${sortedIds(sought, ordering, take)}) AS sorted JOIN shadow_ai_detections USING (id)`;
}

/** Ids of the detections that are sought, newest first, at most `take`. */
export async function findIds(tx: Transaction, sought: Sought, take: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM shadow_ai_detections WHERE ${all(conditionsOf(sought))}
    ORDER BY id DESC LIMIT ${take}`;
  return rows.map(({ id }) => id);
}

/** How many detections are sought. */
export async function countDetections(tx: Transaction, sought: Sought): Promise<number> {
  const [row] = await tx.$queryRaw<{ detections: number }[]>`
    SELECT count(*)::float8 AS detections FROM shadow_ai_detections WHERE ${all(conditionsOf(sought))}`;
  return row?.detections ?? 0;
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

/** The running counts say it at once where only their columns restrict; else detections are counted. */
function countsQuery({ organisationId, filter, deadlines }: Sought): Prisma.Sql {
  const { status: _, ...others } = filter;
  const { severity: _severity, provider: _provider, ...uncounted } = others;
  const restrict = all(conditionsOf({ organisationId, filter: others, deadlines }));
  return Object.values(uncounted).every((value) => value === undefined)
    ? Prisma.sql`SELECT status, sum(detections)::float8 AS detections FROM shadow_ai_counts WHERE ${restrict} GROUP BY status`
    : Prisma.sql`SELECT status, count(*)::float8 AS detections FROM shadow_ai_detections WHERE ${restrict} GROUP BY status`;
}
