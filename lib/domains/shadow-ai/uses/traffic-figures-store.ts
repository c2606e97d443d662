import type { SeenRange } from "@/lib/domains/shadow-ai/detect";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { Transaction } from "@/lib/platform/database/db";

/** Counts of traffic with one fingerprint on one day. */
export interface DayFigures {
  fingerprint: string;
  /** YYYY-MM-DD. */
  day: string;
  calls: number;
  dnsQueries: number;
  bytesOut: number;
  lastAtMs: number;
}

/** Counts by fingerprint and day since a time, without the other statistics, because a detection can have many ranges. */
export async function findDayFigures(
  tx: Transaction,
  organisationId: string,
  fingerprints: string[],
  since: string,
): Promise<DayFigures[]> {
  return tx.$queryRaw<DayFigures[]>`
    SELECT fingerprint, day::text AS day, (stats->>'calls')::float8 AS calls,
      (stats->>'dnsQueries')::float8 AS "dnsQueries", (stats->>'bytesOut')::float8 AS "bytesOut",
      coalesce((stats->>'lastAtMs')::float8, 0) AS "lastAtMs"
    FROM shadow_ai_days WHERE organisation_id = ${organisationId} AND fingerprint = ANY(${fingerprints}::text[])
      AND day >= ${since}::timestamptz::date`;
}

/** Counts of a use. */
interface RangeFigures extends Pick<DayFigures, "fingerprint" | "calls" | "dnsQueries" | "bytesOut"> {
  ranges: SeenRange[];
}

/**
 * The uses whose traffic a detection counts. The uses of an earlier detection can belong to a later one, so they are
 * identified by their ranges.
 */
export async function findRangeFigures(
  tx: Transaction,
  { organisationId, fingerprint, id, ipRanges }: StoredDetection,
): Promise<RangeFigures[]> {
  return tx.$queryRaw<RangeFigures[]>`
    SELECT fingerprint, (stats->>'calls')::float8 AS calls, (stats->>'dnsQueries')::float8 AS "dnsQueries",
      (stats->>'bytesOut')::float8 AS "bytesOut", stats->'ranges' AS ranges
    FROM shadow_ai_uses WHERE organisation_id = ${organisationId}
      AND (fingerprint = ${fingerprint}
        OR (unit = ${fingerprint} AND (detection_id = ${id} OR scope = ANY(${ipRanges}::text[]))))`;
}
