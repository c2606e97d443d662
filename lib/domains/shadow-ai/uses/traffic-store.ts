import { addStats, type Traffic, TrafficStats } from "@/lib/domains/shadow-ai/detect";
import { Prisma } from "@/lib/generated/prisma/client";
import { type Outdated, outsidePeriods, periodBounds } from "@/lib/platform/core/periods";
import type { Transaction } from "@/lib/platform/database/db";
import { prisma } from "@/lib/platform/database/db";

/** Aggregated traffic of a use in a period. */
export interface StatsOfTime {
  fingerprint: string;
  /** Start: a day as `YYYY-MM-DD`, a bucket as ISO date-time. */
  at: string;
  stats: TrafficStats;
}

/**
 * Stores record hashes and returns the new ones. They are kept for some weeks from `seenOn`. Hashes are distinct and
 * written in order, so that concurrent writers do not deadlock.
 */
export async function insertSeen(
  tx: Transaction,
  organisationId: string,
  hashes: bigint[],
  seenOn: Date,
): Promise<Set<string>> {
  // One row with all hashes, because decoding a row for each hash takes longer.
  const [added] = await tx.$queryRaw<{ hashes: string | null }[]>`
    WITH added AS (
      INSERT INTO shadow_ai_seen_records (organisation_id, hash, seen_on)
      SELECT ${organisationId}, hash, ${seenOn}::date
      FROM unnest(string_to_array(${hashes.join(",")}, ',')::bigint[]) AS hash ORDER BY hash
      ON CONFLICT DO NOTHING RETURNING hash
    ) SELECT string_agg(hash::text, ',') AS hashes FROM added`;
  return new Set(added?.hashes?.split(","));
}

/** Those of the hashes that are stored. */
export async function findSeen(tx: Transaction, organisationId: string, hashes: bigint[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const [found] = await tx.$queryRaw<{ hashes: string | null }[]>`
    SELECT string_agg(hash::text, ',') AS hashes FROM shadow_ai_seen_records
    WHERE organisation_id = ${organisationId} AND hash = ANY(string_to_array(${hashes.join(",")}, ',')::bigint[])`;
  return new Set(found?.hashes?.split(","));
}

/** Traffic with a fingerprint from a time on. Traffic with the same key is merged. */
export interface TrafficSince {
  key: string;
  fingerprint: string;
  /** ISO date-time. */
  since: string;
}

/** Days of traffic, ascending, with all ranges seen on them. */
export type MergedDays = Pick<Traffic, "days" | "ranges">;

/** Maximum number of fingerprints whose days are read at a time, which limits memory. */
const fingerprintsMax = 200;

/** Days of traffic, by key. */
export async function findDays(
  tx: Transaction,
  organisationId: string,
  wanted: TrafficSince[],
): Promise<Map<string, MergedDays>> {
  const found = new Map<string, { days: Map<string, TrafficStats>; ranges: Map<string, number> }>();
  for (const part of parts(wanted, fingerprintsMax)) {
    const rows = await tx.$queryRaw<{ key: string; day: string; stats: string }[]>`
      SELECT wanted.key, day::text AS day, stats::text AS stats
      FROM jsonb_to_recordset(${JSON.stringify(part)}::jsonb) AS wanted (key text, fingerprint text, since timestamptz)
      JOIN shadow_ai_days stored ON stored.organisation_id = ${organisationId}
        AND stored.fingerprint = wanted.fingerprint AND day >= since::date`;
    for (const row of rows) {
      const { days, ranges } = found.get(row.key) ?? { days: new Map(), ranges: new Map() };
      found.set(row.key, { days, ranges });
      const stats = parseStats(row.stats);
      addStats(days, row.day, stats);
      for (const [range, atMs] of stats.ranges) ranges.set(range, Math.max(atMs, ranges.get(range) ?? 0));
    }
  }
  const merged = new Map<string, MergedDays>();
  for (const [key, { days, ranges }] of found) {
    const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
    merged.set(key, { days: sorted.map(([day, stats]) => ({ day, stats })), ranges: [...ranges].sort() });
  }
  return merged;
}

/** Number of buckets by similarity to a language model. */
export interface ScoredBuckets {
  /** Services with at least the requested score, and services with any score. */
  alike: number;
  scored: number;
  /** Median of the similar ones. */
  score: number;
  /** The similar one with the median score. */
  typical: TrafficStats;
}

/** Buckets by key, for keys with a bucket that resembles a language model with at least `score`. */
export async function findAlike(
  tx: Transaction,
  organisationId: string,
  wanted: TrafficSince[],
  score: number,
): Promise<Map<string, ScoredBuckets>> {
  if (wanted.length === 0) return new Map();
  const order = Prisma.sql`ORDER BY behaviour DESC, starts_at, stored.fingerprint`;
  const alike = Prisma.sql`FILTER (WHERE behaviour >= ${score}::real)`;
  const rows = await tx.$queryRaw<(Omit<ScoredBuckets, "typical"> & { key: string; typical: string })[]>`
    WITH figures AS (
      SELECT wanted.key, count(*)::integer AS scored, array_agg(behaviour ${order}) ${alike} AS scores,
        array_agg(starts_at ${order}) ${alike} AS starts, array_agg(stored.fingerprint ${order}) ${alike} AS fingerprints
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS wanted (key text, fingerprint text, since timestamptz)
      JOIN shadow_ai_buckets stored ON stored.organisation_id = ${organisationId}
        AND stored.fingerprint = wanted.fingerprint AND starts_at >= since AND behaviour IS NOT NULL
      GROUP BY wanted.key
    )
    SELECT key, scored, cardinality(scores) AS alike,
      round(scores[cardinality(scores) / 2 + 1]::numeric, 2)::float8 AS score, stats::text AS typical
    FROM figures JOIN shadow_ai_buckets typical ON typical.organisation_id = ${organisationId}
      AND typical.fingerprint = fingerprints[cardinality(starts) / 2 + 1]
      AND typical.starts_at = starts[cardinality(starts) / 2 + 1]`;
  return new Map(rows.map(({ key, typical, ...figures }) => [key, { ...figures, typical: parseStats(typical) }]));
}

/** Tables with a fixed retention period, with the column of their date. */
const kept = {
  shadow_ai_seen_records: "seen_on",
  shadow_ai_client_keys: "day",
  shadow_ai_waiting_connections: "named_at",
} as const;
export type KeptTable = keyof typeof kept;

/** Tables with a retention period per organisation: the start and end of a row, and the matching rows. */
const traffic = {
  shadow_ai_buckets: { from: "starts_at", to: "starts_at + interval '5 minutes'", which: "true" },
  shadow_ai_days: { from: "day::timestamptz", to: "day::timestamptz + interval '1 day'", which: "true" },
  shadow_ai_user_days: { from: "day::timestamptz", to: "day::timestamptz + interval '1 day'", which: "true" },
  shadow_ai_uses: { from: "first_seen_at", to: "last_seen_at", which: "detection_id IS NULL" },
  log_imports: { from: "started_at", to: "started_at", which: "finished_at IS NOT NULL AND stored_log IS NULL" },
} as const;
type TrafficTable = keyof typeof traffic;
export const trafficTables = Object.keys(traffic) as TrafficTable[];

/** Deletes an organisation's rows that ended before a time. Returns their number. */
export async function deleteTrafficBefore(
  tx: Transaction,
  table: TrafficTable,
  organisationId: string,
  { before, kept: periods, take }: Outdated,
): Promise<number> {
  const { from, to, which } = traffic[table];
  return tx.$executeRawUnsafe(
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table}
       WHERE organisation_id = $1 AND ${which} AND ${to} <= $2::timestamptz
         AND ${outsidePeriods(from, to, ["$3", "$4"])} LIMIT $5::int))`,
    organisationId,
    before,
    ...periodBounds(periods),
    take,
  );
}

/** Deletes older rows, at most `take`. Returns their number. */
export async function deleteBefore(table: KeptTable, before: Date, take: number): Promise<number> {
  const column = kept[table];
  return prisma().$executeRawUnsafe(
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE ${column} < $1::timestamptz LIMIT $2))`,
    before,
    take,
  );
}

/** Statistics in a JSON column, as text. */
export function parseStats(text: string): TrafficStats {
  return TrafficStats.parse(JSON.parse(text));
}

/** Rows in parts of a limited size. */
export function parts<T>(rows: T[], size: number): T[][] {
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, i) => rows.slice(i * size, (i + 1) * size));
}
