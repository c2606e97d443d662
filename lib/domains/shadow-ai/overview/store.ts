import type { Deadlines } from "@/lib/domains/shadow-ai/detections/deadlines";
import { isDue, snoozeCondition, undecided } from "@/lib/domains/shadow-ai/detections/filter-store";
import { type Severity, severities } from "@/lib/domains/shadow-ai/enums";
import { Prisma } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/database/db";

/** Undecided detections by status, from the running counts. */
export async function countUndecided(organisationId: string) {
  const rows = await prisma().$queryRaw<{ status: string; detections: number }[]>`
    SELECT status, sum(detections)::float8 AS detections FROM shadow_ai_counts
    WHERE organisation_id = ${organisationId} AND ${undecided} GROUP BY status`;
  const countOf = (wanted: string) => rows.find(({ status }) => status === wanted)?.detections ?? 0;
  return { open: countOf("OPEN"), investigating: countOf("INVESTIGATING") };
}

/**
 * Detections created since each of the given times: full days (UTC) from the running counts, plus the rest of the first
 * day.
 */
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

/**
 * Ids of undecided detections, at most `take`: overdue ones first, then the most severe, then the longest waiting. Leaves
 * out snoozed ones, unless they are overdue. Within a severity, the longest waiting are the overdue ones.
 */
export async function findTopIds(organisationId: string, deadlines: Deadlines, take: number): Promise<string[]> {
  const awake = snoozeCondition("exclude", deadlines.nowMs);
  const branches = ["OPEN", "INVESTIGATING"].flatMap((status) =>
    severities.map(
      (severity, rank) => Prisma.sql`(
        SELECT id, ${rank}::int AS rank, coalesce(reopened_at, detected_at) AS since,
          ${isDue(severity, "overdue", deadlines)} AS overdue
        FROM shadow_ai_detections
        WHERE organisation_id = ${organisationId} AND status = ${status} AND severity = ${severity} AND ${undecided}
          AND (${awake} OR ${isDue(severity, "overdue", deadlines)})
        ORDER BY coalesce(reopened_at, detected_at), id LIMIT ${take})`,
    ),
  );
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    SELECT id FROM (${Prisma.join(branches, " UNION ALL ")}) AS candidates
    ORDER BY overdue DESC, rank DESC, since, id LIMIT ${take}`;
  return rows.map(({ id }) => id);
}

/** Undecided detections by severity and days (UTC) since detection, from the running counts. */
export async function countByAge(organisationId: string, now: Date) {
  const within = (days: number) => Prisma.sql`day >= (${now}::timestamptz AT TIME ZONE 'UTC')::date - ${days}::int`;
  const sumOf = (condition: Prisma.Sql) => Prisma.sql`coalesce(sum(detections) FILTER (WHERE ${condition}), 0)::float8`;
  return prisma().$queryRaw<
    { severity: Severity; upTo7d: number; upTo30d: number; upTo90d: number; over90d: number }[]
  >`
    SELECT severity,
      ${sumOf(within(7))} AS "upTo7d",
      ${sumOf(Prisma.sql`${within(30)} AND NOT ${within(7)}`)} AS "upTo30d",
      ${sumOf(Prisma.sql`${within(90)} AND NOT ${within(30)}`)} AS "upTo90d",
      ${sumOf(Prisma.sql`NOT ${within(90)}`)} AS "over90d"
    FROM shadow_ai_age_counts WHERE organisation_id = ${organisationId} GROUP BY severity`;
}

/** Detections opened and closed by week since a Monday (UTC), from the running counts. */
export async function countByWeek(organisationId: string, since: Date) {
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

/** The median of the last decisions since a time, at most `take`. Null without decisions. */
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
export async function findTopProviders(organisationId: string, take: number) {
  return prisma().$queryRaw<{ name: string; detections: number; callVolume: number; monthlyCostCents: number }[]>`
    SELECT provider AS name, sum(detections)::float8 AS detections, sum(calls)::float8 AS "callVolume",
      sum(monthly_cost_cents)::float8 AS "monthlyCostCents"
    FROM shadow_ai_counts WHERE organisation_id = ${organisationId} AND ${undecided}
    GROUP BY provider HAVING sum(detections) > 0 ORDER BY sum(calls) DESC, provider LIMIT ${take}`;
}

interface SourceState {
  id: string;
  name: string;
  lastRecordAt: Date | null;
  records: number;
  rejected: number;
  isSilent: boolean;
  /** The number of silent sources, and of all. */
  silent: number;
  total: number;
}

/** Sources, longest silent first, at most `take`, with the total of silent ones and of all. */
export async function findSourceStates(organisationId: string, silentSince: Date, take: number) {
  const rows = await prisma().$queryRaw<SourceState[]>`
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

interface SilentSource {
  id: string;
  name: string;
  lastRecordAt: Date;
}

/** Sources that sent records for more than a day, and whose last record is from the 30 days before a time. */
export async function findNewlySilent(organisationId: string, silentSince: Date): Promise<SilentSource[]> {
  return prisma().$queryRaw<SilentSource[]>`
    SELECT id, name, last_record_at AS "lastRecordAt" FROM log_sources
    WHERE organisation_id = ${organisationId} AND last_record_at < ${silentSince}
      AND last_record_at > ${silentSince}::timestamptz - interval '30 days'
      AND last_record_at > created_at + interval '1 day'
    ORDER BY last_record_at, id`;
}

/** Values of the statistics as of one moment. Only reads detections that were resolved since a time, by an index. */
export async function findFigures(
  organisationId: string,
  { resolvedSince, daysSince, providersMax }: { resolvedSince: Date; daysSince: Date; providersMax: number },
) {
  const [kinds, providers, endpoints, resolved, days] = await prisma().$transaction(
    [
      prisma().$queryRaw<{ status: string; severity: string; detections: number; monthlyCostCents: number }[]>`
        SELECT status, severity, sum(detections)::float8 AS detections,
          sum(monthly_cost_cents)::float8 AS "monthlyCostCents"
        FROM shadow_ai_counts WHERE organisation_id = ${organisationId} AND ${undecided}
        GROUP BY status, severity`,
      prisma().$queryRaw<{ name: string; detections: number; callVolume: number; registered: number }[]>`
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
      prisma().$queryRaw<{ date: string; count: number }[]>`
        SELECT day::text AS date, detections::float8 AS count FROM shadow_ai_day_counts
        WHERE organisation_id = ${organisationId} AND day >= ${daysSince}::date AND detections > 0`,
    ],
    { isolationLevel: "RepeatableRead" },
  );
  return { kinds, providers, endpoints: endpoints[0]?.count ?? 0, resolvedSince: resolved[0]?.count ?? 0, days };
}

interface Asked {
  deadlines: Deadlines;
  /** E-mail address; undefined for callers who cannot be assignees. */
  assignee: string | undefined;
  endingBy: Date;
}

interface Queue {
  overdue: number;
  dueThisWeek: number;
  assignedToMe: number;
  exceptionsEnding14d: number;
  exceptionRequests: number;
}

/** Counts from indexes only. */
export async function findQueue(organisationId: string, { deadlines, assignee, endingBy }: Asked): Promise<Queue> {
  const now = new Date(deadlines.nowMs);
  const [row] = await prisma().$queryRaw<Queue[]>`
    SELECT
      ${countWaiting(organisationId, deadlines, "overdue")} AS overdue,
      ${countWaiting(organisationId, deadlines, "week")} AS "dueThisWeek",
      (SELECT count(*)::float8 FROM shadow_ai_detections WHERE organisation_id = ${organisationId}
        AND assigned_to = ${assignee ?? null} AND ${undecided}) AS "assignedToMe",
      (SELECT count(*)::float8 FROM shadow_ai_detections WHERE organisation_id = ${organisationId}
        AND status = 'RESOLVED' AND exception_expires_at BETWEEN ${now} AND ${endingBy}) AS "exceptionsEnding14d",
      (SELECT count(*)::float8 FROM shadow_ai_exception_requests WHERE organisation_id = ${organisationId}
        AND status = 'PENDING') AS "exceptionRequests"`;
  if (!row) throw new Error("a query without a table has no row");
  return row;
}

/** Undecided detections that are overdue as of `deadlines.nowMs`. */
export async function countOverdue(organisationId: string, deadlines: Deadlines): Promise<number> {
  const [row] = await prisma().$queryRaw<{ overdue: number }[]>`
    SELECT ${countWaiting(organisationId, deadlines, "overdue")} AS overdue`;
  return row?.overdue ?? 0;
}

/** One index range by due time for each status and severity. */
function countWaiting(organisationId: string, deadlines: Deadlines, due: "overdue" | "week"): Prisma.Sql {
  const counts = ["OPEN", "INVESTIGATING"].flatMap((status) =>
    severities.map(
      (severity) => Prisma.sql`(SELECT count(*)::float8 FROM shadow_ai_detections
        WHERE organisation_id = ${organisationId} AND status = ${status} AND ${isDue(severity, due, deadlines)})`,
    ),
  );
  return Prisma.join(counts, " + ");
}

/** Fields of a detection that reports use. */
export interface ReportedDetection {
  id: string;
  provider: string;
  department: string | null;
  severity: string;
  status: string;
  resolution: string | null;
  exceptionExpiresAt: Date | null;
  detectedAt: Date;
  reopenedAt: Date | null;
  /** When it was resolved or dismissed; null while it is open. */
  closedAt: Date | null;
  costCents: number;
  costBasis: string;
}

/** Detections created until a time, ordered by id, after the given one. */
export async function findReportedDetections(
  organisationId: string,
  { until, afterId, limit }: { until: Date; afterId: string; limit: number },
): Promise<ReportedDetection[]> {
  return prisma().$queryRaw`
    SELECT id, provider, department, severity, status, resolution, exception_expires_at AS "exceptionExpiresAt",
      detected_at AS "detectedAt", reopened_at AS "reopenedAt", coalesce(resolved_at, closed_at) AS "closedAt",
      cost_cents::float8 AS "costCents", cost_basis AS "costBasis"
    FROM shadow_ai_detections
    WHERE organisation_id = ${organisationId} AND detected_at <= ${until} AND id > ${afterId}
    ORDER BY id LIMIT ${limit}`;
}
