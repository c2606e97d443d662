import { type GovernedModel, registrationOf } from "@/lib/domains/shadow-ai/analysis";
import { bestVantage, mergeStats, rangesOf, type TrafficStats, type UseFacts } from "@/lib/domains/shadow-ai/detect";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { StoredUse } from "@/lib/domains/shadow-ai/uses/use-store";

const dayMs = 24 * 60 * 60_000;

/** The time from which a unit's statistics are read: a number of days before its newest traffic. */
export function recentSince(newestMs: number, days = 30): string {
  return new Date(newestMs - days * dayMs).toISOString();
}

/** Uses that share a detection: the use of one department, or the uses of all ranges without a department. */
export interface Unit {
  /** The fingerprint of its detections. */
  fingerprint: string;
  uses: StoredUse[];
  /** The uses whose traffic its newest detection counts, or would count if it were opened. */
  counted: StoredUse[];
}

/**
 * A unit with its newest detection. The allow list can cover some of several ranges. A detection does not count such a
 * range, unless it counted the range before an entry covered it.
 */
export function unitOfUses(
  fingerprint: string,
  uses: StoredUse[],
  newest: StoredDetection | undefined,
  models: GovernedModel[],
): Unit {
  const unit = { fingerprint, uses, counted: uses };
  if (!isShared(unit)) return unit;
  const isCounted = ({ detectionId }: StoredUse) => newest !== undefined && detectionId === newest.id;
  return { ...unit, counted: uses.filter((use) => isCounted(use) || !isCovered(use, models)) };
}

/** Whether the unit consists of ranges that are counted separately. */
export function isShared({ fingerprint, uses }: Pick<Unit, "fingerprint" | "uses">): boolean {
  return uses.some((use) => use.fingerprint !== fingerprint);
}

/** The fingerprints whose days are the traffic of the counted uses. The days of all uses are also stored merged. */
export function dayFingerprints(unit: Unit): string[] {
  const { fingerprint, uses, counted } = unit;
  return isShared(unit) && counted.length === uses.length ? [fingerprint] : counted.map((use) => use.fingerprint);
}

/** Whether registered models cover a use with all its ranges. */
export function isCovered(use: StoredUse, models: GovernedModel[]): boolean {
  const ranges = rangesOf(use.stats).map(([range]) => range);
  return registrationOf(models, { ...use, ranges }).coveredBy !== null;
}

/** The common properties and the traffic of a unit's counted uses. If the allow list covers all uses, of all uses. */
export function combinedUse({ fingerprint, uses, counted }: Unit): { use: UseFacts; total: TrafficStats } {
  const [first, ...others] = counted.length > 0 ? counted : uses;
  if (!first) throw new Error("unit without uses");
  let newest = first;
  let { vantage, stats: total } = first;
  for (const use of others) {
    if ((use.stats.lastAtMs ?? 0) > (newest.stats.lastAtMs ?? 0)) newest = use;
    vantage = bestVantage(vantage, use.vantage);
    total = mergeStats(total, use.stats);
  }
  const { stats: _stats, detectionId: _detectionId, changed: _changed, ...facts } = newest;
  return { use: { ...facts, fingerprint, vantage }, total };
}

/** All ranges of a unit's counted uses, or of all uses if the allow list covers them. */
export function rangesOfUnit({ uses, counted }: Unit) {
  return (counted.length > 0 ? counted : uses).flatMap(({ stats }) => rangesOf(stats));
}
