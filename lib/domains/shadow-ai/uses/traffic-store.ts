import { mergeStats, TrafficStats } from "@/lib/domains/shadow-ai/detect";
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

/** Maximum number of rows per statement, which limits memory. */
const rowsMax = 1_000;

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

/** Adds traffic to the days of uses. The caller holds the lock of the organisation's detections. */
export async function addToDays(tx: Transaction, organisationId: string, days: StatsOfTime[]): Promise<void> {
  for (const part of parts(days)) {
    const merged = mergeInto(part, await readStored(tx, "shadow_ai_days", "day", "date", organisationId, part));
    await tx.$executeRaw`
      INSERT INTO shadow_ai_days (organisation_id, fingerprint, day, stats)
      SELECT ${organisationId}, fingerprint, at, stats
      FROM jsonb_to_recordset(${JSON.stringify(merged)}::jsonb) AS added (fingerprint text, at date, stats jsonb)
      ON CONFLICT (organisation_id, fingerprint, day) DO UPDATE SET stats = EXCLUDED.stats`;
  }
}

/** Adds traffic to buckets of uses, with the updated similarity to a language model. Requires the same lock. */
export async function addToBuckets(
  tx: Transaction,
  organisationId: string,
  buckets: StatsOfTime[],
  behaviourOf: (bucket: StatsOfTime) => number | null,
): Promise<void> {
  for (const part of parts(buckets)) {
    const stored = await readStored(tx, "shadow_ai_buckets", "starts_at", "timestamptz", organisationId, part);
    const merged = mergeInto(part, stored).map((bucket) => ({ ...bucket, behaviour: behaviourOf(bucket) }));
    await tx.$executeRaw`
      INSERT INTO shadow_ai_buckets (organisation_id, fingerprint, starts_at, stats, behaviour)
      SELECT ${organisationId}, fingerprint, at, stats, behaviour
      FROM jsonb_to_recordset(${JSON.stringify(merged)}::jsonb)
        AS added (fingerprint text, at timestamptz, stats jsonb, behaviour real)
      ON CONFLICT (organisation_id, fingerprint, starts_at)
      DO UPDATE SET stats = EXCLUDED.stats, behaviour = EXCLUDED.behaviour`;
  }
}

/** Uses, each with a start time. */
export interface UseSince {
  fingerprint: string;
  /** ISO date-time. */
  since: string;
}

/** Days of uses, ascending, by fingerprint. */
export async function findDays(
  tx: Transaction,
  organisationId: string,
  uses: UseSince[],
): Promise<Map<string, { day: string; stats: TrafficStats }[]>> {
  const rows = await tx.$queryRaw<{ fingerprint: string; day: string; stats: string }[]>`
    SELECT stored.fingerprint, day::text AS day, stats::text AS stats
    FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS wanted (fingerprint text, since timestamptz)
    JOIN shadow_ai_days stored ON stored.organisation_id = ${organisationId}
      AND stored.fingerprint = wanted.fingerprint AND day >= since::date
    ORDER BY stored.fingerprint, day`;
  const days = new Map<string, { day: string; stats: TrafficStats }[]>();
  for (const { fingerprint, day, stats } of rows) {
    const known = days.get(fingerprint) ?? [];
    known.push({ day, stats: parseStats(stats) });
    days.set(fingerprint, known);
  }
  return days;
}

/** Number of a use's buckets by similarity to a language model. */
export interface ScoredBuckets {
  /** Services with at least the requested score, and services with any score. */
  alike: number;
  scored: number;
  /** Median of the similar ones. */
  score: number;
  /** The similar one with the median score. */
  typical: TrafficStats;
}

/** Uses with a bucket that resembles a language model with at least `score`. */
export async function findAlike(
  tx: Transaction,
  organisationId: string,
  uses: UseSince[],
  score: number,
): Promise<Map<string, ScoredBuckets>> {
  if (uses.length === 0) return new Map();
  const rows = await tx.$queryRaw<(Omit<ScoredBuckets, "typical"> & { fingerprint: string; typical: string })[]>`
    WITH figures AS (
      SELECT stored.fingerprint, count(*)::integer AS scored,
        array_agg(behaviour ORDER BY behaviour DESC, starts_at) FILTER (WHERE behaviour >= ${score}::real) AS scores,
        array_agg(starts_at ORDER BY behaviour DESC, starts_at) FILTER (WHERE behaviour >= ${score}::real) AS starts
      FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS wanted (fingerprint text, since timestamptz)
      JOIN shadow_ai_buckets stored ON stored.organisation_id = ${organisationId}
        AND stored.fingerprint = wanted.fingerprint AND starts_at >= since AND behaviour IS NOT NULL
      GROUP BY stored.fingerprint
    )
    SELECT fingerprint, scored, cardinality(scores) AS alike,
      round(scores[cardinality(scores) / 2 + 1]::numeric, 2)::float8 AS score, stats::text AS typical
    FROM figures JOIN shadow_ai_buckets typical USING (fingerprint)
    WHERE typical.organisation_id = ${organisationId} AND typical.starts_at = starts[cardinality(starts) / 2 + 1]`;
  return new Map(
    rows.map(({ fingerprint, typical, ...figures }) => [fingerprint, { ...figures, typical: parseStats(typical) }]),
  );
}

/** Tables with a fixed retention period, with the column of their date. */
const kept = { shadow_ai_seen_records: "seen_on", shadow_ai_client_keys: "day" } as const;
export type KeptTable = keyof typeof kept;

/** Tables with a retention period per organisation: the start and end of a row, and the matching rows. */
const traffic = {
  shadow_ai_buckets: { from: "starts_at", to: "starts_at + interval '5 minutes'", which: "true" },
  shadow_ai_days: { from: "day::timestamptz", to: "day::timestamptz + interval '1 day'", which: "true" },
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

async function readStored(
  tx: Transaction,
  table: "shadow_ai_days" | "shadow_ai_buckets",
  column: "day" | "starts_at",
  type: "date" | "timestamptz",
  organisationId: string,
  wanted: StatsOfTime[],
): Promise<Map<string, TrafficStats>> {
  const keys = wanted.map(({ fingerprint, at }) => ({ fingerprint, at }));
  const rows = await tx.$queryRawUnsafe<{ fingerprint: string; at: string; stats: string }[]>(
    `SELECT wanted.fingerprint, wanted.at, stored.stats::text AS stats
     FROM jsonb_to_recordset($2::jsonb) AS wanted (fingerprint text, at text)
     JOIN ${table} stored ON stored.organisation_id = $1 AND stored.fingerprint = wanted.fingerprint
       AND stored.${column} = wanted.at::${type}`,
    organisationId,
    JSON.stringify(keys),
  );
  return new Map(rows.map(({ fingerprint, at, stats }) => [`${fingerprint} ${at}`, parseStats(stats)]));
}

function mergeInto(added: StatsOfTime[], stored: Map<string, TrafficStats>): StatsOfTime[] {
  return added.map((row) => {
    const before = stored.get(`${row.fingerprint} ${row.at}`);
    return before ? { ...row, stats: mergeStats(before, row.stats) } : row;
  });
}

function parts<T>(rows: T[]): T[][] {
  const count = Math.ceil(rows.length / rowsMax);
  return Array.from({ length: count }, (_, i) => rows.slice(i * rowsMax, (i + 1) * rowsMax));
}
