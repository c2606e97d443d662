import { createHash } from "node:crypto";
import { type GovernedModel, uncoveredRanges } from "@/lib/domains/shadow-ai/analysis";
import { mergeStats, noRange, type Situation, type Traffic } from "@/lib/domains/shadow-ai/detect";
import { findResolved, type Resolved, type StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { findDays, type MergedDays, type TrafficSince } from "@/lib/domains/shadow-ai/uses/traffic-store";
import { isShared, type Unit } from "@/lib/domains/shadow-ai/uses/units";
import type { Transaction } from "@/lib/platform/database/db";

/** Stands for all ranges of uses that share a detection. */
const allRanges = "*";

/** Resolutions of one use whose traffic is counted separately: the current one, and the one that preceded it. */
const separateMax = 2;

/** A record that is counted separately. */
interface CountedRecord {
  atMs: number;
  range: string | null;
  /** Whether its use shares the detection with other uses. */
  shared: boolean;
}

/**
 * The keys under which a record of a use is also counted by day. After a use is onboarded, its traffic is counted by
 * range, so that a detection outside the allow list counts nothing else. After an exception is approved, its traffic is
 * counted from that moment, so that a breach in the same hour is detected; also by range if uses share the detection,
 * because the allow list can cover some of them.
 */
export function separateKeys(resolved: Resolved[], { atMs, range, shared }: CountedRecord): string[] {
  const later = resolved.slice(0, separateMax).filter(({ resolvedAtMs }) => atMs > resolvedAtMs);
  return later.flatMap((one) => {
    if (one.resolution === "ONBOARDED") return [keyOf(one, range ?? noRange)];
    return shared ? [keyOf(one, allRanges), keyOf(one, range ?? noRange)] : [keyOf(one, noRange)];
  });
}

function keyOf({ detectionId, resolvedAtMs }: Resolved, range: string): string {
  return createHash("sha256")
    .update(JSON.stringify([detectionId, resolvedAtMs, range]))
    .digest("hex");
}

/** The parts of a unit's traffic that its newest detection is about. */
export type Parts = Pick<Situation, "since" | "own">;

interface ReadOptions {
  detections: Map<string, StoredDetection>;
  models: GovernedModel[];
  /** Start of the daily statistics of a unit. */
  recentOf: (unit: Unit) => string;
}

/** Reads the separately counted traffic of units, by fingerprint. */
export async function readParts(
  tx: Transaction,
  organisationId: string,
  units: Unit[],
  { detections, models, recentOf }: ReadOptions,
): Promise<Map<string, Parts>> {
  const fingerprints = units.map(({ fingerprint }) => fingerprint);
  const resolved = await findResolved(tx, organisationId, fingerprints);
  const wanted = units.flatMap((unit) => {
    const newest = detections.get(unit.fingerprint);
    if (!newest) return [];
    const options = { models, resolved: resolved.get(unit.fingerprint) ?? [], recent: recentOf(unit) };
    return [...sinceOf(unit, newest, options), ...ownOf(unit, newest, options)];
  });
  const found = await findDays(tx, organisationId, wanted);
  return new Map(
    units.map((unit) => {
      const recent = recentOf(unit);
      const [since, own] = [found.get(sinceKey(unit)), found.get(ownKey(unit))];
      return [unit.fingerprint, { since: trafficOf(since, recent), own: trafficOf(own, recent) }];
    }),
  );
}

const sinceKey = ({ fingerprint }: Unit) => `${fingerprint} since`;
const ownKey = ({ fingerprint }: Unit) => `${fingerprint} own`;

interface PartOptions {
  models: GovernedModel[];
  resolved: Resolved[];
  recent: string;
}

/** Traffic after the newest detection was resolved. */
function sinceOf(unit: Unit, { id }: StoredDetection, { models, resolved, recent }: PartOptions): TrafficSince[] {
  const current = resolved.find(({ detectionId }) => detectionId === id);
  if (!current) return [];
  if (current.resolution === "ONBOARDED") return partsOf(sinceKey(unit), current, outside(unit, current, models));
  // A breach concerns recent days only.
  return partsOf(sinceKey(unit), current, exceptedRanges(unit)).map((part) => ({ ...part, since: recent }));
}

function exceptedRanges(unit: Unit): string[] {
  if (!isShared(unit)) return [noRange];
  if (unit.counted.length === unit.uses.length) return [allRanges];
  return unit.counted.flatMap(({ stats }) => stats.ranges.map(([range]) => range));
}

/** Traffic of a detection that counts only what was outside the allow list. */
function ownOf(unit: Unit, newest: StoredDetection, { models, resolved }: PartOptions): TrafficSince[] {
  const previous = onboardedBefore(newest, resolved);
  if (!previous) return [];
  const assigned = unit.uses.filter(({ detectionId }) => isShared(unit) && detectionId === newest.id);
  const ranges = assigned.flatMap(({ stats }) => stats.ranges.map(([range]) => range));
  return partsOf(ownKey(unit), previous, [...newest.ipRanges, ...ranges, ...outside(unit, previous, models)]);
}

/** The ranges seen after a resolution that are outside the allow list. */
function outside({ uses }: Unit, { resolvedAtMs }: Resolved, models: GovernedModel[]): string[] {
  return uses.flatMap((use) => {
    const ranges = use.stats.ranges.filter(([, lastAtMs]) => lastAtMs > resolvedAtMs).map(([range]) => range);
    return uncoveredRanges(models, { ...use, ranges: [...new Set([...ranges, noRange])] });
  });
}

/**
 * The resolution after which a detection was opened outside the allow list. Earlier versions counted all traffic of the
 * use in such a detection, so its first record is older.
 */
export function onboardedBefore({ id, firstSeenAt }: StoredDetection, resolved: Resolved[]): Resolved | undefined {
  const found = resolved.find(({ detectionId, resolution }) => resolution === "ONBOARDED" && detectionId < id);
  return found && firstSeenAt.getTime() > found.resolvedAtMs ? found : undefined;
}

export function partsOf(key: string, resolved: Resolved, ranges: string[]): TrafficSince[] {
  const since = new Date(resolved.resolvedAtMs).toISOString();
  return [...new Set(ranges)].map((range) => ({ key, fingerprint: keyOf(resolved, range), since }));
}

/** The total of the days, and the days since a time. */
function trafficOf(found: MergedDays | undefined, recent: string): Traffic | null {
  if (!found) return null;
  const { days, ranges } = found;
  return {
    total: days.map(({ stats }) => stats).reduce(mergeStats),
    days: days.filter(({ day }) => day >= recent.slice(0, 10)),
    ranges,
  };
}
