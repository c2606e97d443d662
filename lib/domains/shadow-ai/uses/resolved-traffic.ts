import { createHash } from "node:crypto";
import { type GovernedModel, uncoveredRanges } from "@/lib/domains/shadow-ai/analysis";
import { mergeStats, noRange, type Situation, type Traffic, type TrafficStats } from "@/lib/domains/shadow-ai/detect";
import { findResolved, type Resolved, type StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { findDays, type UseSince } from "@/lib/domains/shadow-ai/uses/traffic-store";
import type { StoredUse } from "@/lib/domains/shadow-ai/uses/use-store";
import type { Transaction } from "@/lib/platform/database/db";

/** Resolutions of one use whose traffic is counted separately: the current one, and the one that preceded it. */
const separateMax = 2;

/**
 * The keys under which a record of a use is also counted by day. After a use is onboarded, its traffic is counted by
 * range, so that a detection outside the allow list counts nothing else. After an exception is approved, its traffic is
 * counted from that moment, so that a breach in the same hour is detected.
 */
export function separateKeys(resolved: Resolved[], { atMs, range }: { atMs: number; range: string | null }): string[] {
  const later = resolved.slice(0, separateMax).filter(({ resolvedAtMs }) => atMs > resolvedAtMs);
  return later.map((one) => keyOf(one, one.resolution === "ONBOARDED" ? (range ?? noRange) : noRange));
}

function keyOf({ detectionId, resolvedAtMs }: Resolved, range: string): string {
  return createHash("sha256")
    .update(JSON.stringify([detectionId, resolvedAtMs, range]))
    .digest("hex");
}

/** The parts of a use's traffic that its newest detection is about. */
type Parts = Pick<Situation, "since" | "own">;

interface ReadOptions {
  detections: Map<string, StoredDetection>;
  models: GovernedModel[];
  /** Number of days before a use's newest traffic with daily statistics. */
  daysBack: number;
}

const dayMs = 24 * 60 * 60_000;

/** Reads the separately counted traffic of uses, by fingerprint. */
export async function readParts(
  tx: Transaction,
  organisationId: string,
  uses: StoredUse[],
  { detections, models, daysBack }: ReadOptions,
): Promise<Map<string, Parts>> {
  const fingerprints = uses.map(({ fingerprint }) => fingerprint);
  const resolved = await findResolved(tx, organisationId, fingerprints);
  const wanted = uses.map((use) => {
    const { fingerprint } = use;
    const recent = new Date((use.stats.lastAtMs ?? 0) - daysBack * dayMs).toISOString();
    const newest = detections.get(fingerprint);
    return {
      fingerprint,
      recent,
      ...keysOf(use, newest, { models, resolved: resolved.get(fingerprint) ?? [], recent }),
    };
  });
  const days = await findDays(
    tx,
    organisationId,
    wanted.flatMap(({ since, own }) => [...since, ...own]),
  );
  return new Map(
    wanted.map(({ fingerprint, recent, since, own }) => [
      fingerprint,
      { since: trafficOf(since, days, recent), own: trafficOf(own, days, recent) },
    ]),
  );
}

function keysOf(
  use: StoredUse,
  newest: StoredDetection | undefined,
  { models, resolved, recent }: { models: GovernedModel[]; resolved: Resolved[]; recent: string },
): { since: UseSince[]; own: UseSince[] } {
  if (!newest) return { since: [], own: [] };
  const outside = ({ resolvedAtMs }: Resolved) => {
    const ranges = use.stats.ranges.filter(([, lastAtMs]) => lastAtMs > resolvedAtMs).map(([range]) => range);
    return uncoveredRanges(models, { ...use, ranges: [...new Set([...ranges, noRange])] });
  };
  const current = resolved.find(({ detectionId }) => detectionId === newest.id);
  const previous = onboardedBefore(newest, resolved);
  return {
    // A breach concerns recent days only.
    since: !current
      ? []
      : current.resolution === "ONBOARDED"
        ? partsOf(current, outside(current))
        : partsOf(current, [noRange]).map((part) => ({ ...part, since: recent })),
    own: previous ? partsOf(previous, [...newest.ipRanges, ...outside(previous)]) : [],
  };
}

/**
 * The resolution after which a detection was opened outside the allow list. Earlier versions counted all traffic of the
 * use in such a detection, so its first record is older.
 */
function onboardedBefore({ id, firstSeenAt }: StoredDetection, resolved: Resolved[]): Resolved | undefined {
  const found = resolved.find(({ detectionId, resolution }) => resolution === "ONBOARDED" && detectionId < id);
  return found && firstSeenAt.getTime() > found.resolvedAtMs ? found : undefined;
}

function partsOf(resolved: Resolved, ranges: string[]): UseSince[] {
  const since = new Date(resolved.resolvedAtMs).toISOString();
  return [...new Set(ranges)].map((range) => ({ fingerprint: keyOf(resolved, range), since }));
}

/** The total of the parts, and their days since a time. */
function trafficOf(parts: UseSince[], days: Awaited<ReturnType<typeof findDays>>, recent: string): Traffic | null {
  const byDay = new Map<string, TrafficStats>();
  for (const { day, stats } of parts.flatMap(({ fingerprint }) => days.get(fingerprint) ?? [])) {
    const before = byDay.get(day);
    byDay.set(day, before ? mergeStats(before, stats) : stats);
  }
  const [first, ...others] = byDay.values();
  if (first === undefined) return null;
  const sorted = [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, stats]) => ({ day, stats }));
  return { total: others.reduce(mergeStats, first), days: sorted.filter(({ day }) => day >= recent.slice(0, 10)) };
}

/** The days of a detection's traffic since a time, ascending. */
export async function findDaysOf(tx: Transaction, stored: StoredDetection, since: string): Promise<Traffic["days"]> {
  const { organisationId, fingerprint, ipRanges } = stored;
  const resolved = (await findResolved(tx, organisationId, [fingerprint])).get(fingerprint) ?? [];
  const previous = onboardedBefore(stored, resolved);
  const parts = previous
    ? partsOf(previous, [...ipRanges, noRange]).map((part) => ({ ...part, since }))
    : [{ fingerprint, since }];
  return trafficOf(parts, await findDays(tx, organisationId, parts), since)?.days ?? [];
}
