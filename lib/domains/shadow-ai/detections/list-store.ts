import { allowanceMs, dueAt } from "@/lib/domains/shadow-ai/detections/deadlines";
import { type ListedDetection, toListed } from "@/lib/domains/shadow-ai/detections/detection-store";
import {
  all,
  conditionsOf,
  type Sought,
  snoozeCondition,
  waitingSince,
} from "@/lib/domains/shadow-ai/detections/filter-store";
import {
  type DetectionSort,
  type DetectionStatus,
  detectionStatuses,
  type Severity,
  severities,
} from "@/lib/domains/shadow-ai/enums";
import { Prisma, type ShadowAiDetection as Row } from "@/lib/generated/prisma/client";
import { prisma, type Transaction } from "@/lib/platform/database/db";

/** Number of detections by status, and of snoozed ones. */
type StatusCounts = Partial<Record<DetectionStatus | "SNOOZED", number>>;

interface PageOfDetections {
  detections: ListedDetection[];
  /** Under all filters except the status. A snooze filter does not apply to the number of snoozed detections. */
  counts: StatusCounts;
  /** From the organisation's settings; null if not set. */
  slaDays: unknown;
}

/** A row with the counts; an empty page only has the counts. */
type RowOfPage = Pick<PageOfDetections, "slaDays"> & { counts: StatusCounts | null } & (
    | (Omit<Row, "inputs" | "factorCodes"> & { sortKey?: unknown })
    | { id: null }
  );

const isolationLevel = "RepeatableRead" as const;

/** All columns except those for scores and filters, aliased to camel case. */
const listedColumns = Object.keys(Prisma.ShadowAiDetectionScalarFieldEnum)
  .filter((field) => field !== "inputs" && field !== "factorCodes")
  .map((field) => `${field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)} AS "${field}"`)
  .join(", ");

/** A page of detections with counts as of the same moment. One statement, because a transaction around two took twice as long. */
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

/** Ids are in order of detection. */
function byId(sought: Sought, { order, behind }: Ordering, take: number): Prisma.Sql {
  const conditions = conditionsOf(sought);
  if (behind) conditions.push(order === "desc" ? Prisma.sql`id < ${behind.id}` : Prisma.sql`id > ${behind.id}`);
  return Prisma.sql`SELECT ${Prisma.raw(listedColumns)} FROM shadow_ai_detections
    WHERE ${all(conditions)} ORDER BY id ${directionOf({ order })} LIMIT ${take}`;
}

function bySortKey(sought: Sought, ordering: Ordering, take: number): Prisma.Sql {
  return Prisma.sql`SELECT "sortKey", ${Prisma.raw(listedColumns)}
    FROM (${sortedIds(sought, ordering, take)}) AS sorted JOIN shadow_ai_detections USING (organisation_id, id)`;
}

/** Ids of matching detections, newest first, at most `take`. */
export async function findIds(tx: Transaction, sought: Sought, take: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM shadow_ai_detections WHERE ${all(conditionsOf(sought))}
    ORDER BY id DESC LIMIT ${take}`;
  return rows.map(({ id }) => id);
}

/** Number of matching detections. */
export async function countDetections(tx: Transaction, sought: Sought): Promise<number> {
  const [row] = await tx.$queryRaw<{ detections: number }[]>`
    SELECT count(*)::float8 AS detections FROM shadow_ai_detections WHERE ${all(conditionsOf(sought))}`;
  return row?.detections ?? 0;
}

/** Reads from one snapshot. */
export async function inSnapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return prisma().$transaction(work, { isolationLevel, timeout: 30_000, maxWait: 10_000 });
}

/**
 * By status, and of snoozed detections. Uses the running counts if only their columns are filtered, less the snoozed
 * detections if these are left out; otherwise counts detections.
 */
function countsQuery({ filter, ...sought }: Sought): Prisma.Sql {
  const { status: _status, ...others } = filter;
  const { snoozed, ...unlimited } = others;
  const { severity: _severity, provider: _provider, ...uncounted } = unlimited;
  const restrict = all(conditionsOf({ ...sought, filter: unlimited }));
  const isSnoozed = Prisma.sql`${restrict} AND ${snoozeCondition("only", sought.nowMs)}`;
  const isCounted = snoozed !== "only" && Object.values(uncounted).every((value) => value === undefined);
  const hidden = Prisma.sql`UNION ALL SELECT status, -1 FROM shadow_ai_detections WHERE ${isSnoozed}`;
  const counts = isCounted
    ? Prisma.sql`SELECT status, sum(detections)::float8 AS detections FROM (
        SELECT status, detections FROM shadow_ai_counts WHERE ${restrict} ${snoozed ? hidden : Prisma.empty}) AS rows GROUP BY status`
    : Prisma.sql`SELECT status, count(*)::float8 AS detections FROM shadow_ai_detections
        WHERE ${all(conditionsOf({ ...sought, filter: others }))} GROUP BY status`;
  return Prisma.sql`${counts}
    UNION ALL SELECT 'SNOOZED', count(*)::float8 FROM shadow_ai_detections WHERE ${isSnoozed}`;
}

/** Order and start of a page. */
export interface Ordering {
  sort: DetectionSort;
  order: "asc" | "desc";
  /** Sort key and id of the last detection of the previous page. */
  behind: { key: string; id: string } | undefined;
}

/** A subset of the detections with common conditions that an index returns in the requested order. */
interface Branch {
  conditions: Prisma.Sql[];
  /** Index column before the id; undefined if the index has the id only. */
  column?: Prisma.Sql;
  /** The key for comparing detections of several branches. */
  key: Prisma.Sql;
  /** The condition for rows after the cursor; undefined for the whole branch. */
  behind: Prisma.Sql | undefined;
}

/** Sorts after every time, in both orders. */
const never = { asc: "infinity", desc: "-infinity" } as const;

/**
 * Query for the ids of a page, with sort keys. Merges the branches. Each branch reads at most one page from its index.
 */
function sortedIds(sought: Sought, ordering: Ordering, take: number): Prisma.Sql {
  const direction = directionOf(ordering);
  const parts = branchesOf(sought, ordering).map(({ conditions, column, key, behind }) => {
    const wanted = all([...conditionsOf(sought), ...conditions, ...(behind ? [behind] : [])]);
    const order = column ? Prisma.sql`${column} ${direction}, id ${direction}` : Prisma.sql`id ${direction}`;
    return Prisma.sql`(SELECT organisation_id, id, ${key} AS "sortKey" FROM shadow_ai_detections WHERE ${wanted} ORDER BY ${order} LIMIT ${take})`;
  });
  if (parts.length === 0)
    return Prisma.sql`SELECT NULL::text AS organisation_id, NULL::text AS id, NULL::int AS "sortKey" WHERE false`;
  return Prisma.sql`SELECT organisation_id, id, "sortKey" FROM (${Prisma.join(parts, " UNION ALL ")}) AS candidates
    ORDER BY "sortKey" ${direction}, id ${direction} LIMIT ${take}`;
}

function directionOf({ order }: Pick<Ordering, "order">): Prisma.Sql {
  return order === "asc" ? Prisma.sql`ASC` : Prisma.sql`DESC`;
}

/** The sort key of a detection, as stored in a cursor. */
export function sortKeyOf(stored: ListedDetection, { sort, order }: Ordering, sought: Sought): string {
  switch (sort) {
    case "severity":
      return String(severities.indexOf(stored.severity as Severity));
    case "lastSeenAt":
      return stored.lastSeenAt.toISOString();
    case "score":
      return String(stored.score);
    case "cost":
      return String(stored.costCents);
    case "calls":
      return String(stored.calls);
    case "due":
      return dueAt(stored, deadlinesOf(sought).slaDays)?.toISOString() ?? never[order];
    case "detectedAt":
      return "";
  }
}

function branchesOf(sought: Sought, ordering: Ordering): Branch[] {
  switch (ordering.sort) {
    case "severity":
      return bySeverity(sought, ordering);
    case "lastSeenAt":
      return byColumn(sought, ordering, Prisma.sql`last_seen_at`, (key) => Prisma.sql`${new Date(key)}::timestamptz`);
    case "score":
      return byColumn(sought, ordering, Prisma.sql`score`, (key) => Prisma.sql`${Number(key)}::smallint`);
    case "cost":
      return byColumn(sought, ordering, Prisma.sql`cost_cents`, (key) => Prisma.sql`${BigInt(key)}::bigint`);
    case "calls":
      return byColumn(sought, ordering, Prisma.sql`calls`, (key) => Prisma.sql`${BigInt(key)}::bigint`);
    case "due":
      return [...byDue(sought, ordering), ...withoutDue(sought, ordering)];
    case "detectedAt":
      throw new Error("sorting by detection time uses the id");
  }
}

function byColumn(
  { filter }: Sought,
  { order, behind }: Ordering,
  column: Prisma.Sql,
  parse: (key: string) => Prisma.Sql,
): Branch[] {
  return statusesOf(filter.status, detectionStatuses).map((status) => ({
    conditions: [Prisma.sql`status = ${status}`],
    column,
    key: column,
    behind: behind && Prisma.sql`(${column}, id) ${beyond(order)} (${parse(behind.key)}, ${behind.id})`,
  }));
}

function bySeverity({ filter }: Sought, { order, behind }: Ordering): Branch[] {
  const place = behind && { rank: Number(behind.key), id: behind.id };
  return severities.flatMap((severity, rank) => {
    if (filter.severity !== undefined && filter.severity !== severity) return [];
    if (place && (order === "asc" ? rank < place.rank : rank > place.rank)) return [];
    return [
      {
        conditions: [Prisma.sql`severity = ${severity}`],
        key: Prisma.sql`${rank}::int`,
        behind: place?.rank === rank ? Prisma.sql`id ${beyond(order)} ${place.id}` : undefined,
      },
    ];
  });
}

/** All detections of a severity have the same time limit, so they are due in the order in which they started to wait. */
function byDue(sought: Sought, { order, behind }: Ordering): Branch[] {
  const { filter } = sought;
  const { slaDays } = deadlinesOf(sought);
  if (behind?.key === never[order]) return [];
  const waiting = statusesOf(filter.status, ["OPEN", "INVESTIGATING"]);
  const wanted = severities.filter((severity) => filter.severity === undefined || filter.severity === severity);
  return waiting.flatMap((status) =>
    wanted.map((severity) => {
      const allowance = allowanceMs(severity, slaDays);
      const place = behind && Prisma.sql`(${new Date(Date.parse(behind.key) - allowance)}::timestamptz, ${behind.id})`;
      return {
        conditions: [Prisma.sql`status = ${status} AND severity = ${severity}`],
        column: waitingSince,
        key: Prisma.sql`${waitingSince} + ${allowance / 1000}::float8 * interval '1 second'`,
        behind: place && Prisma.sql`(${waitingSince}, id) ${beyond(order)} ${place}`,
      };
    }),
  );
}

function withoutDue({ filter }: Sought, { order, behind }: Ordering): Branch[] {
  return statusesOf(filter.status, ["RESOLVED", "DISMISSED"]).map((status) => ({
    conditions: [Prisma.sql`status = ${status}`],
    key: Prisma.sql`${never[order]}::timestamptz`,
    behind: behind?.key === never[order] ? Prisma.sql`id ${beyond(order)} ${behind.id}` : undefined,
  }));
}

function statusesOf(
  wanted: DetectionStatus | undefined,
  possible: readonly DetectionStatus[],
): readonly DetectionStatus[] {
  return possible.filter((status) => wanted === undefined || wanted === status);
}

function beyond(order: "asc" | "desc"): Prisma.Sql {
  return order === "asc" ? Prisma.sql`>` : Prisma.sql`<`;
}

function deadlinesOf({ deadlines }: Sought) {
  if (!deadlines) throw new Error("deadlines missing");
  return deadlines;
}
