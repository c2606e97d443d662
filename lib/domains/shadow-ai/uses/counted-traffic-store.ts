import {
  countOnce,
  mergeStats,
  type SourceTraffic,
  type SumsBySource,
  scoreBehaviour,
  type TrafficStats,
} from "@/lib/domains/shadow-ai/detect";
import { parseStats, parts, type StatsOfTime } from "@/lib/domains/shadow-ai/uses/traffic-store";
import type { Transaction } from "@/lib/platform/database/db";

/** Maximum number of rows per statement, which limits memory. */
const rowsMax = 1_000;

/** Traffic of one source with its ranges, which counts once together with the same traffic of other sources. */
export type CountedTraffic = StatsOfTime & Pick<SourceTraffic, "ranges">;

/**
 * Adds traffic to the days of uses, or of units with several uses, whose days are stored merged, too. The caller holds the
 * lock of the organisation's detections.
 */
export async function addToDays(tx: Transaction, organisationId: string, days: StatsOfTime[]): Promise<void> {
  for (const part of parts(days, rowsMax)) {
    const stored = await readStored(tx, "shadow_ai_days", organisationId, part);
    await writeDays(
      tx,
      organisationId,
      part.map((row) => ({ ...mergeInto(row, stored), sources: null })),
    );
  }
}

/** Adds a source's traffic to days, and returns the traffic by which each day increased. Requires the same lock. */
export async function countInDays(
  tx: Transaction,
  organisationId: string,
  source: string,
  days: CountedTraffic[],
): Promise<StatsOfTime[]> {
  const increases: StatsOfTime[] = [];
  for (const part of parts(days, rowsMax)) {
    const stored = await readStored(tx, "shadow_ai_days", organisationId, part);
    const counted = part.map((row) => countInto(row, source, stored));
    increases.push(...counted.map(({ fingerprint, at, increase: stats }) => ({ fingerprint, at, stats })));
    await writeDays(tx, organisationId, counted);
  }
  return increases;
}

/**
 * Adds a source's traffic to buckets of uses. Requires the same lock. Only for unknown hosts, it counts traffic once and
 * stores the updated similarity to a language model, because buckets of other hosts are not read.
 */
export async function countInBuckets(
  tx: Transaction,
  organisationId: string,
  source: string,
  buckets: CountedTraffic[],
  unknown: ReadonlySet<string>,
): Promise<void> {
  for (const part of parts(buckets, rowsMax)) {
    const stored = await readStored(tx, "shadow_ai_buckets", organisationId, part);
    const counted = part.map((row) => {
      const { fingerprint, at } = row;
      if (!unknown.has(fingerprint)) {
        return { fingerprint, at, stats: mergeInto(row, stored).stats, sources: null, behaviour: null };
      }
      const { stats, sources } = countInto(row, source, stored);
      return { fingerprint, at, stats, sources, behaviour: scoreBehaviour(stats)?.score ?? null };
    });
    await tx.$executeRaw`
      INSERT INTO shadow_ai_buckets (organisation_id, fingerprint, starts_at, stats, sources, behaviour)
      SELECT ${organisationId}, fingerprint, at, stats, sources, behaviour
      FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        AS added (fingerprint text, at timestamptz, stats jsonb, sources jsonb, behaviour real)
      ON CONFLICT (organisation_id, fingerprint, starts_at)
      DO UPDATE SET stats = EXCLUDED.stats, sources = EXCLUDED.sources, behaviour = EXCLUDED.behaviour`;
  }
}

/** Merges traffic with the same fingerprint and time. */
export function mergeByDay(days: StatsOfTime[]): StatsOfTime[] {
  const merged = new Map<string, StatsOfTime>();
  for (const day of days) {
    const key = `${day.fingerprint} ${day.at}`;
    const before = merged.get(key);
    merged.set(key, before ? { ...day, stats: mergeStats(before.stats, day.stats) } : day);
  }
  return [...merged.values()];
}

/** Stored traffic. Rows of earlier versions, and merged days of units, have no sums by source. */
interface StoredStats {
  stats: TrafficStats;
  sources: SumsBySource | null;
}

const times = { shadow_ai_days: "day::date", shadow_ai_buckets: "starts_at::timestamptz" } as const;

async function readStored(
  tx: Transaction,
  table: keyof typeof times,
  organisationId: string,
  wanted: StatsOfTime[],
): Promise<Map<string, StoredStats>> {
  const keys = wanted.map(({ fingerprint, at }) => ({ fingerprint, at }));
  const [column, type] = times[table].split("::");
  const rows = await tx.$queryRawUnsafe<{ fingerprint: string; at: string; stats: string; sources: string | null }[]>(
    `SELECT wanted.fingerprint, wanted.at, stored.stats::text AS stats, stored.sources::text AS sources
     FROM jsonb_to_recordset($2::jsonb) AS wanted (fingerprint text, at text)
     JOIN ${table} stored ON stored.organisation_id = $1 AND stored.fingerprint = wanted.fingerprint
       AND stored.${column} = wanted.at::${type}`,
    organisationId,
    JSON.stringify(keys),
  );
  return new Map(
    rows.map(({ fingerprint, at, stats, sources }) => [
      `${fingerprint} ${at}`,
      { stats: parseStats(stats), sources: sources === null ? null : (JSON.parse(sources) as SumsBySource) },
    ]),
  );
}

async function writeDays(
  tx: Transaction,
  organisationId: string,
  rows: (StatsOfTime & { sources: SumsBySource | null })[],
): Promise<void> {
  const written = rows.map(({ fingerprint, at, stats, sources }) => ({ fingerprint, at, stats, sources }));
  await tx.$executeRaw`
    INSERT INTO shadow_ai_days (organisation_id, fingerprint, day, stats, sources)
    SELECT ${organisationId}, fingerprint, at, stats, sources
    FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      AS added (fingerprint text, at date, stats jsonb, sources jsonb)
    ON CONFLICT (organisation_id, fingerprint, day) DO UPDATE SET stats = EXCLUDED.stats, sources = EXCLUDED.sources`;
}

function mergeInto(added: StatsOfTime, stored: Map<string, StoredStats>): StatsOfTime {
  const before = stored.get(`${added.fingerprint} ${added.at}`);
  return before ? { ...added, stats: mergeStats(before.stats, added.stats) } : added;
}

/** Traffic stored without sums by source is not known to be the same, so it is kept and the increase is added to it. */
function countInto({ fingerprint, at, ...added }: CountedTraffic, source: string, stored: Map<string, StoredStats>) {
  const before = stored.get(`${fingerprint} ${at}`);
  const { sources, increase } = countOnce(before?.sources ?? {}, source, added);
  const stats = before ? mergeStats(before.stats, increase) : increase;
  return { fingerprint, at, stats, sources, increase };
}
