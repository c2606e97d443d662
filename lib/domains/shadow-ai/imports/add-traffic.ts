import { addStats, type TrafficStats, type UseTraffic } from "@/lib/domains/shadow-ai/detect";
import type { ImportKey } from "@/lib/domains/shadow-ai/imports/source-store";
import {
  addToDays,
  type CountedTraffic,
  countInBuckets,
  countInDays,
  mergeByDay,
} from "@/lib/domains/shadow-ai/uses/counted-traffic-store";
import { addToUses } from "@/lib/domains/shadow-ai/uses/use-store";
import type { Transaction } from "@/lib/platform/database/db";

/** Adds traffic of a source. Traffic that other sources also reported is counted once. */
export async function addTraffic(
  tx: Transaction,
  { organisationId, sourceId }: ImportKey,
  traffic: UseTraffic[],
  { units, now }: { units: Map<string, string>; now: Date },
): Promise<void> {
  const increases = await countInDays(tx, organisationId, sourceId, traffic.flatMap(daysOf));
  const added = new Map<string, TrafficStats>();
  for (const { fingerprint, stats } of increases) addStats(added, fingerprint, stats);
  const uses = traffic.map(({ use, total }) => ({ use, stats: added.get(use.fingerprint) ?? total, reported: total }));
  await addToUses(tx, organisationId, sourceId, uses, now);
  const unitOf = new Map(traffic.map(({ use }) => [use.fingerprint, units.get(use.fingerprint) ?? use.unit]));
  const shared = increases.flatMap((day) => {
    const unit = unitOf.get(day.fingerprint) ?? day.fingerprint;
    return unit === day.fingerprint ? [] : [{ ...day, fingerprint: unit }];
  });
  await addToDays(tx, organisationId, mergeByDay(shared));
  const unknown = new Set(traffic.flatMap(({ use }) => (use.entryId === null ? [use.fingerprint] : [])));
  await countInBuckets(tx, organisationId, sourceId, traffic.flatMap(bucketsOf), unknown);
}

/** Adds traffic that is also counted separately (`separateKeys`). */
export async function addSeparateTraffic(
  tx: Transaction,
  { organisationId, sourceId }: ImportKey,
  traffic: UseTraffic[],
): Promise<void> {
  await countInDays(tx, organisationId, sourceId, traffic.flatMap(daysOf));
}

function daysOf({ use: { fingerprint }, days, ranges }: UseTraffic): CountedTraffic[] {
  return [...days].map(([at, stats]) => ({
    fingerprint,
    at,
    stats,
    ranges: partsOf(ranges, ({ days }) => days.get(at)),
  }));
}

function bucketsOf({ use: { fingerprint }, buckets, ranges }: UseTraffic): CountedTraffic[] {
  return [...buckets].map(([startMs, stats]) => {
    const at = new Date(startMs).toISOString();
    return { fingerprint, at, stats, ranges: partsOf(ranges, ({ buckets }) => buckets.get(startMs)) };
  });
}

function partsOf<Part>(ranges: Map<string, Part>, statsOf: (part: Part) => TrafficStats | undefined) {
  const parts = new Map<string, TrafficStats>();
  for (const [range, part] of ranges) {
    const stats = statsOf(part);
    if (stats) parts.set(range, stats);
  }
  return parts;
}
