import { prisma } from "@/lib/db";

/** Running figures over detections, of which statistics are made. */
export interface StoredFigures {
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

/** Maintenance over all organisations: the next of them by their ids that have, or had, detections. */
export async function findOrganisationsBehind(afterId: string, limit: number): Promise<string[]> {
  const rows = await prisma().$queryRaw<{ organisationId: string }[]>`
    SELECT DISTINCT organisation_id AS "organisationId" FROM shadow_ai_counts
    WHERE organisation_id > ${afterId} ORDER BY 1 LIMIT ${limit}`;
  return rows.map(({ organisationId }) => organisationId);
}
