import type { Deadlines } from "@/lib/domains/shadow-ai/detections/deadlines";
import { isDue } from "@/lib/domains/shadow-ai/detections/filter-store";
import { type Severity, severities } from "@/lib/domains/shadow-ai/enums";
import { Prisma } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/database/db";

/** Detections that somebody has still to decide about. */
const undecided = Prisma.sql`status IN ('OPEN', 'INVESTIGATING')`;

/** How many detections there are at which age. */
export interface AgeGroup {
  severity: Severity;
  upTo7d: number;
  upTo30d: number;
  upTo90d: number;
  over90d: number;
}

interface ProviderFigures {
  name: string;
  detections: number;
  callVolume: number;
  monthlyCostCents: number;
}

interface StoredSourceState {
  id: string;
  name: string;
  lastRecordAt: Date | null;
  records: number;
  rejected: number;
  isSilent: boolean;
}

/** Undecided detections by their status, from the running counts. */
export async function countUndecided(organisationId: string): Promise<{ open: number; investigating: number }> {
  const rows = await prisma().$queryRaw<{ status: string; detections: number }[]>`
    SELECT status, sum(detections)::float8 AS detections FROM shadow_ai_counts
    WHERE organisation_id = ${organisationId} AND ${undecided} GROUP BY status`;
  const countOf = (wanted: string) => rows.find(({ status }) => status === wanted)?.detections ?? 0;
  return { open: countOf("OPEN"), investigating: countOf("INVESTIGATING") };
}

/** Detections made since each of some times: whole days (UTC) from the running counts, and the rest of the first. */
export async function countDetectedSince(organisationId: string, times: Date[]): Promise<number[]> {
  const rows = await prisma().$queryRaw<{ detections: number }[]>`
    SELECT ((
      SELECT count(*) FROM shadow_ai_detections
      WHERE organisation_id = ${organisationId} AND detected_at >= wanted.at AND detected_at < wanted.midnight
    ) + (
      SELECT coalesce(sum(detections), 0) FROM shadow_ai_day_counts
      WHERE organisation_id = ${organisationId} AND day >= (wanted.midnight AT TIME ZONE 'UTC')::date
    ))::float8 AS detections
    FROM (
      SELECT at, n, (date_trunc('day', at AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC' AS midnight
      FROM unnest(${times}::timestamptz[]) WITH ORDINALITY AS given (at, n)
    ) AS wanted ORDER BY n`;
  return rows.map(({ detections }) => detections);
}

/** Ids of undecided detections, the most severe first and of those the longest waiting, at most `take`. */
export async function findTopIds(organisationId: string, take: number): Promise<string[]> {
  const branches = ["OPEN", "INVESTIGATING"].flatMap((status) =>
    severities.map(
      (severity, rank) => Prisma.sql`(
        SELECT id, ${rank}::int AS rank, coalesce(reopened_at, detected_at) AS since FROM shadow_ai_detections
        WHERE organisation_id = ${organisationId} AND status = ${status} AND severity = ${severity} AND ${undecided}
        ORDER BY coalesce(reopened_at, detected_at), id LIMIT ${take})`,
    ),
  );
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    SELECT id FROM (${Prisma.join(branches, " UNION ALL ")}) AS candidates ORDER BY rank DESC, since, id LIMIT ${take}`;
  return rows.map(({ id }) => id);
}

/** Undecided detections by how many days (UTC) ago they were detected, from the running counts. */
export async function countByAge(organisationId: string, now: Date): Promise<AgeGroup[]> {
  const within = (days: number) => Prisma.sql`day >= (${now}::timestamptz AT TIME ZONE 'UTC')::date - ${days}::int`;
  const sumOf = (condition: Prisma.Sql) => Prisma.sql`coalesce(sum(detections) FILTER (WHERE ${condition}), 0)::float8`;
  return prisma().$queryRaw<AgeGroup[]>`
    SELECT severity,
      ${sumOf(within(7))} AS "upTo7d",
      ${sumOf(Prisma.sql`${within(30)} AND NOT ${within(7)}`)} AS "upTo30d",
      ${sumOf(Prisma.sql`${within(90)} AND NOT ${within(30)}`)} AS "upTo90d",
      ${sumOf(Prisma.sql`NOT ${within(90)}`)} AS "over90d"
    FROM shadow_ai_age_counts WHERE organisation_id = ${organisationId} GROUP BY severity`;
}

/** Detections made and closed in each week since a Monday (UTC), from the running counts; weeks without any are left out. */
export async function countByWeek(
  organisationId: string,
  since: Date,
): Promise<{ opened: Map<string, number>; closed: Map<string, number> }> {
  const weeksOf = async (table: Prisma.Sql) => {
    const rows = await prisma().$queryRaw<{ week: string; detections: number }[]>`
      SELECT date_trunc('week', day)::date::text AS week, sum(detections)::float8 AS detections FROM ${table}
      WHERE organisation_id = ${organisationId} AND day >= ${since}::date GROUP BY 1`;
    return new Map(rows.map(({ week, detections }) => [week, detections]));
  };
  const [opened, closed] = await Promise.all([
    weeksOf(Prisma.sql`shadow_ai_day_counts`),
    weeksOf(Prisma.sql`shadow_ai_closing_counts`),
  ]);
  return { opened, closed };
}

/** Half of the last decisions since a time, at most `take`, took at most as many hours; null where there are none. */
export async function medianDecisionHours(organisationId: string, since: Date, take: number): Promise<number | null> {
  const [row] = await prisma().$queryRaw<{ hours: number | null }[]>`
    SELECT percentile_cont(0.5) WITHIN GROUP (
      ORDER BY greatest(0, extract(epoch FROM closed_at - coalesce(reopened_at, detected_at)) / 3600)) AS hours
    FROM (
      SELECT closed_at, reopened_at, detected_at FROM shadow_ai_detections
      WHERE organisation_id = ${organisationId} AND closed_at >= ${since} ORDER BY closed_at DESC LIMIT ${take}
    ) AS decided`;
  return row?.hours ?? null;
}

/** Providers of undecided detections with most calls first, from the running counts. */
export async function findTopProviders(organisationId: string, take: number): Promise<ProviderFigures[]> {
  return prisma().$queryRaw<ProviderFigures[]>`
    SELECT provider AS name, sum(detections)::float8 AS detections, sum(calls)::float8 AS "callVolume",
      sum(monthly_cost_cents)::float8 AS "monthlyCostCents"
    FROM shadow_ai_counts WHERE organisation_id = ${organisationId} AND ${undecided}
    GROUP BY provider HAVING sum(detections) > 0 ORDER BY sum(calls) DESC, provider LIMIT ${take}`;
}

/** Sources without a record since a time first, then those whose last record is oldest; with how many there are of each. */
export async function findSourceStates(
  organisationId: string,
  silentSince: Date,
  take: number,
): Promise<{ sources: StoredSourceState[]; silent: number; total: number }> {
  const rows = await prisma().$queryRaw<(StoredSourceState & { silent: number; total: number })[]>`
    SELECT id, name, last_record_at AS "lastRecordAt", records::float8 AS records, rejected::float8 AS rejected,
      last_heard_at < ${silentSince} AS "isSilent",
      (count(*) FILTER (WHERE last_heard_at < ${silentSince}) OVER ())::float8 AS silent, (count(*) OVER ())::float8 AS total
    FROM (
      SELECT *, coalesce(last_record_at, created_at) AS last_heard_at FROM log_sources
      WHERE organisation_id = ${organisationId}
    ) AS heard
    ORDER BY last_heard_at, id LIMIT ${take}`;
  return { sources: rows, silent: rows[0]?.silent ?? 0, total: rows[0]?.total ?? 0 };
}

/** Running figures over detections, of which statistics are made. */
interface StoredFigures {
  kinds: { status: string; severity: string; detections: number; monthlyCostCents: number }[];
  /** Those with most detections first. */
  providers: { name: string; detections: number; callVolume: number; registered: number }[];
  endpoints: number;
  resolvedSince: number;
  /** Days that have detections: `YYYY-MM-DD`. */
  days: { date: string; count: number }[];
}

/** As of one moment. Nothing here reads a detection but the count of those resolved since a time, which has an index. */
export async function findFigures(
  organisationId: string,
  { resolvedSince, daysSince, providersMax }: { resolvedSince: Date; daysSince: Date; providersMax: number },
): Promise<StoredFigures> {
  const [kinds, providers, endpoints, resolved, days] = await prisma().$transaction(
    [
      prisma().$queryRaw<StoredFigures["kinds"]>`
        SELECT status, severity, sum(detections)::float8 AS detections,
          sum(monthly_cost_cents)::float8 AS "monthlyCostCents"
        FROM shadow_ai_counts WHERE organisation_id = ${organisationId} AND status IN ('OPEN', 'INVESTIGATING')
        GROUP BY status, severity`,
      prisma().$queryRaw<StoredFigures["providers"]>`
        SELECT provider AS name, sum(detections)::float8 AS detections, sum(calls)::float8 AS "callVolume",
          sum(registered)::float8 AS registered
        FROM shadow_ai_counts WHERE organisation_id = ${organisationId}
        GROUP BY provider HAVING sum(detections) > 0
        ORDER BY sum(detections) DESC, provider LIMIT ${providersMax}`,
      prisma().$queryRaw<{ count: number }[]>`
        SELECT count(*)::float8 AS count FROM shadow_ai_endpoint_counts
        WHERE organisation_id = ${organisationId} AND detections > 0`,
      prisma().$queryRaw<{ count: number }[]>`
        SELECT count(*)::float8 AS count FROM shadow_ai_detections
        WHERE organisation_id = ${organisationId} AND status = 'RESOLVED' AND resolved_at >= ${resolvedSince}`,
      prisma().$queryRaw<StoredFigures["days"]>`
        SELECT day::text AS date, detections::float8 AS count FROM shadow_ai_day_counts
        WHERE organisation_id = ${organisationId} AND day >= ${daysSince}::date AND detections > 0`,
    ],
    { isolationLevel: "RepeatableRead" },
  );
  return { kinds, providers, endpoints: endpoints[0]?.count ?? 0, resolvedSince: resolved[0]?.count ?? 0, days };
}

/** What waits for people. */
export interface Queue {
  overdue: number;
  dueThisWeek: number;
  assignedToMe: number;
  exceptionsEnding14d: number;
  exceptionRequests: number;
}

interface Asked {
  deadlines: Deadlines;
  /** E-mail address; undefined for who cannot be assigned anything. */
  assignee: string | undefined;
  endingBy: Date;
}

/** Counts in indexes alone. */
export async function findQueue(organisationId: string, { deadlines, assignee, endingBy }: Asked): Promise<Queue> {
  const now = new Date(deadlines.nowMs);
  const [row] = await prisma().$queryRaw<Queue[]>`
    SELECT
      ${countWaiting(organisationId, deadlines, "overdue")} AS overdue,
      ${countWaiting(organisationId, deadlines, "week")} AS "dueThisWeek",
      (SELECT count(*)::float8 FROM shadow_ai_detections WHERE organisation_id = ${organisationId}
        AND assigned_to = ${assignee ?? null} AND status IN ('OPEN', 'INVESTIGATING')) AS "assignedToMe",
      (SELECT count(*)::float8 FROM shadow_ai_detections WHERE organisation_id = ${organisationId}
        AND status = 'RESOLVED' AND exception_expires_at BETWEEN ${now} AND ${endingBy}) AS "exceptionsEnding14d",
      (SELECT count(*)::float8 FROM shadow_ai_exception_requests WHERE organisation_id = ${organisationId}
        AND status = 'PENDING') AS "exceptionRequests"`;
  if (!row) throw new Error("a query without a table has no row");
  return row;
}

/** A range of the index by due for each status and severity. */
function countWaiting(organisationId: string, deadlines: Deadlines, due: "overdue" | "week"): Prisma.Sql {
  const counts = ["OPEN", "INVESTIGATING"].flatMap((status) =>
    severities.map(
      (severity) => Prisma.sql`(SELECT count(*)::float8 FROM shadow_ai_detections
        WHERE organisation_id = ${organisationId} AND status = ${status} AND ${isDue(severity, due, deadlines)})`,
    ),
  );
  return Prisma.join(counts, " + ");
}

/** What a report counts of a detection. */
export interface ReportedDetection {
  id: string;
  provider: string;
  department: string | null;
  severity: string;
  detectedAt: Date;
  exceptionExpiresAt: Date | null;
  /** Estimated cost since the use was first seen, in US cents, and what the estimate rests on. */
  costCents: number;
  costBasis: string;
}

/** Detections that were made by a time, by their ids, behind one. */
export async function findReportedDetections(
  organisationId: string,
  { until, afterId, limit }: { until: Date; afterId: string; limit: number },
): Promise<ReportedDetection[]> {
  const rows = await prisma().shadowAiDetection.findMany({
    where: { organisationId, detectedAt: { lte: until }, id: { gt: afterId } },
    orderBy: { id: "asc" },
    take: limit,
    select: {
      ...{ id: true, provider: true, department: true, severity: true, detectedAt: true, exceptionExpiresAt: true },
      ...{ costCents: true, costBasis: true },
    },
  });
  return rows.map(({ costCents, ...row }) => ({ ...row, costCents: Number(costCents) }));
}
