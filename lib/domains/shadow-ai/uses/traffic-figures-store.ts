import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { earlierVersions } from "@/lib/domains/shadow-ai/uses/reported-traffic";
import type { TrafficSince } from "@/lib/domains/shadow-ai/uses/traffic-store";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/database/db";

interface Figures {
  calls: number;
  dnsQueries: number;
  bytesOut: number;
}

/** Counts of traffic on one day. */
export interface DayFigures extends Figures {
  /** YYYY-MM-DD. */
  day: string;
}

/** Counts of traffic of one range, which are null if a use has several ranges. */
export type RangeFigures = { [name in keyof Figures]: number | null } & {
  range: string;
  lastAtMs: number;
};

/** Traffic as one source reported it. */
export interface SourceFigures extends Figures {
  /** ID of the source, `earlierVersions`, or `*` for the sources above the limit. */
  source: string;
  name: string | null;
  bytesIn: number;
}

/** Maximum number of ranges shown. */
const rangesMax = 250;

/**
 * The uses whose traffic a detection counts. The uses of an earlier detection can belong to a later one, so they are
 * identified by their ranges.
 */
const isCountedBy = ({ organisationId, fingerprint, id, ipRanges }: StoredDetection) => Prisma.sql`
  organisation_id = ${organisationId} AND (fingerprint = ${fingerprint}
    OR (unit = ${fingerprint} AND (detection_id = ${id} OR scope = ANY(${ipRanges}::text[]))))`;

/** Most calls first, then by range, whose numbers are compared by their value, and `:` before `.`. */
const mostFirst = Prisma.raw(`ORDER BY coalesce(calls + "dnsQueries", 0) DESC,
  regexp_replace(regexp_replace(translate(range, ':', '-'), '(\\d+)', '000\\1', 'g'), '\\d+(\\d{4})', '\\1', 'g') COLLATE "C"
  LIMIT ${rangesMax}`);

const figuresOf = (stats: string) =>
  Prisma.raw(`(${stats}->>'calls')::float8 AS calls, (${stats}->>'dnsQueries')::float8 AS "dnsQueries",
    (${stats}->>'bytesOut')::float8 AS "bytesOut"`);

const sums = Prisma.raw(`sum(calls) AS calls, sum("dnsQueries") AS "dnsQueries", sum("bytesOut") AS "bytesOut"`);

/** The fingerprints of the uses of a detection, as an SQL array. */
export function fingerprintsOfUses(stored: StoredDetection): Prisma.Sql {
  const uses = Prisma.sql`ARRAY(SELECT fingerprint FROM shadow_ai_uses WHERE ${isCountedBy(stored)})`;
  // An array, because the query takes twice as long with a subquery.
  return Prisma.sql`coalesce(nullif(${uses}, '{}'), ARRAY[${stored.fingerprint}])`;
}

/** The fingerprints of separately counted traffic, as an SQL array. */
export function fingerprintsOfParts(parts: TrafficSince[]): Prisma.Sql {
  return Prisma.sql`${parts.map(({ fingerprint }) => fingerprint)}::text[]`;
}

/** Counts of traffic with these fingerprints by day since a time, ascending. */
export async function findDayFigures(
  tx: Transaction,
  organisationId: string,
  fingerprints: Prisma.Sql,
  since: string,
): Promise<DayFigures[]> {
  return tx.$queryRaw<DayFigures[]>`
    SELECT day::text AS day, ${sums} FROM shadow_ai_days, LATERAL (SELECT ${figuresOf("stats")}) AS figures
    WHERE organisation_id = ${organisationId} AND fingerprint = ANY(${fingerprints}) AND day >= ${since}::timestamptz::date
    GROUP BY shadow_ai_days.day ORDER BY shadow_ai_days.day`;
}

/** Counts of the uses of a detection by range, most calls first. */
export async function findRangesOfUses(tx: Transaction, stored: StoredDetection): Promise<RangeFigures[]> {
  return tx.$queryRaw<RangeFigures[]>`
    SELECT range, "lastAtMs", calls, "dnsQueries", "bytesOut" FROM shadow_ai_uses
      CROSS JOIN LATERAL (SELECT seen->>0 AS range, (seen->>1)::float8 AS "lastAtMs"
        FROM jsonb_array_elements(stats->'ranges') AS seen) AS ranges
      LEFT JOIN LATERAL (SELECT ${figuresOf("stats")}) AS figures ON jsonb_array_length(stats->'ranges') = 1
    WHERE ${isCountedBy(stored)} ${mostFirst}`;
}

/** Counts of separately counted traffic by range, which is the key of each part, most calls first. */
export async function findRangesOfParts(
  tx: Transaction,
  organisationId: string,
  parts: TrafficSince[],
): Promise<RangeFigures[]> {
  return tx.$queryRaw<RangeFigures[]>`
    SELECT * FROM (
      SELECT wanted.key AS range, coalesce(max((stats->>'lastAtMs')::float8), 0) AS "lastAtMs", ${sums}
      FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS wanted (key text, fingerprint text, since timestamptz)
      JOIN shadow_ai_days stored ON stored.organisation_id = ${organisationId}
        AND stored.fingerprint = wanted.fingerprint AND day >= since::date
      CROSS JOIN LATERAL (SELECT ${figuresOf("stats")}) AS figures
      GROUP BY wanted.key
    ) AS ranges ${mostFirst}`;
}

const sourceSums = Prisma.raw(`source, name, coalesce(sum((sums->>'calls')::float8), 0) AS calls,
  coalesce(sum((sums->>'dnsQueries')::float8), 0) AS "dnsQueries", coalesce(sum((sums->>'bytesOut')::float8), 0) AS "bytesOut",
  coalesce(sum((sums->>'bytesIn')::float8), 0) AS "bytesIn"`);

/** Most calls first. A removed source has no name. */
const nameOfSource = (organisationId: string) => Prisma.sql`
  LEFT JOIN log_sources named ON named.organisation_id = ${organisationId} AND named.id = source
  GROUP BY source, name ORDER BY calls DESC, "dnsQueries" DESC, name`;

/** The traffic of the uses of a detection as each source reported it. */
export async function findSourcesOfUses(tx: Transaction, stored: StoredDetection): Promise<SourceFigures[]> {
  return tx.$queryRaw<SourceFigures[]>`
    SELECT ${sourceSums} FROM (
      SELECT reported.* FROM shadow_ai_uses,
        LATERAL jsonb_each(coalesce(sources, jsonb_build_object(${earlierVersions}::text, stats))) AS reported (source, sums)
      WHERE ${isCountedBy(stored)}
    ) AS reported ${nameOfSource(stored.organisationId)}`;
}

/** Separately counted traffic as each source reported it. */
export async function findSourcesOfParts(
  tx: Transaction,
  organisationId: string,
  parts: TrafficSince[],
): Promise<SourceFigures[]> {
  const fingerprints = parts.map(({ fingerprint }) => fingerprint);
  return tx.$queryRaw<SourceFigures[]>`
    SELECT ${sourceSums} FROM (
      SELECT by_source.key AS source, by_range.value AS sums FROM shadow_ai_days,
        LATERAL jsonb_each(coalesce(sources, jsonb_build_object(${earlierVersions}::text, jsonb_build_object('', stats))))
          AS by_source, LATERAL jsonb_each(by_source.value) AS by_range
      WHERE organisation_id = ${organisationId} AND fingerprint = ANY(${fingerprints}::text[])
    ) AS reported ${nameOfSource(organisationId)}`;
}

/** The ranges of the uses of a detection that shares them. */
export async function findSharedRanges(tx: Transaction, stored: StoredDetection): Promise<string[]> {
  const rows = await tx.$queryRaw<{ range: string }[]>`
    SELECT DISTINCT seen->>0 AS range FROM shadow_ai_uses, jsonb_array_elements(stats->'ranges') AS seen
    WHERE ${isCountedBy(stored)} AND fingerprint <> ${stored.fingerprint}`;
  return rows.map(({ range }) => range);
}
