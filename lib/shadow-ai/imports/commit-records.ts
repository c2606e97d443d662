import { inTransaction, type Transaction } from "@/lib/db";
import { type Classified, scoreBehaviour, type TrafficAggregator, type UseTraffic } from "@/lib/shadow-ai/detect";
import { lockDetections } from "@/lib/shadow-ai/detections/lock-store";
import { askForAnalysis } from "@/lib/shadow-ai/uses/ask-for-analysis";
import { addToBuckets, addToDays, insertSeen, type StatsOfTime } from "@/lib/shadow-ai/uses/traffic-store";
import { addToUses } from "@/lib/shadow-ai/uses/use-store";

/** Records of interest that were read and not counted yet, by the hashes of their lines. */
export type PendingRecords = Map<bigint, Classified>;

/**
 * Counts records, each exactly once: their hashes are remembered in the transaction that adds them up, so that whoever was
 * stopped in the middle may begin again. `onCounted` writes down with it how many there were that had not come before, which
 * is answered too.
 */
export async function commitRecords(
  organisationId: string,
  pending: PendingRecords,
  {
    aggregator,
    seenOn,
    now,
    onCounted,
    leaveAnalysis = false,
  }: {
    aggregator: TrafficAggregator;
    seenOn: Date;
    now: Date;
    onCounted: (tx: Transaction, fresh: number) => Promise<void>;
    /** Whoever imports looks at the uses by themself. */
    leaveAnalysis?: boolean | undefined;
  },
): Promise<number> {
  return inTransaction(undefined, async (tx) => {
    await lockDetections(tx, organisationId);
    const fresh = await insertSeen(tx, organisationId, [...pending.keys()], seenOn);
    for (const [hash, classified] of pending) if (fresh.has(hash.toString())) aggregator.add(classified);
    if (fresh.size > 0) {
      await addTraffic(tx, organisationId, aggregator.drain(), now);
      if (!leaveAnalysis) await askForAnalysis(tx, organisationId);
    }
    const count = fresh.size;
    await onCounted(tx, count);
    return count;
  });
}

async function addTraffic(tx: Transaction, organisationId: string, traffic: UseTraffic[], now: Date): Promise<void> {
  const unknown = new Set<string>();
  const days: StatsOfTime[] = [];
  const buckets: StatsOfTime[] = [];
  for (const { use, days: ofDays, buckets: ofBuckets } of traffic) {
    const { fingerprint } = use;
    if (use.entryId === null) unknown.add(fingerprint);
    for (const [day, stats] of ofDays) days.push({ fingerprint, at: day, stats });
    for (const [startMs, stats] of ofBuckets) {
      buckets.push({ fingerprint, at: new Date(startMs).toISOString(), stats });
    }
  }
  const uses = traffic.map(({ use, total }) => ({ use, stats: total }));
  await addToUses(tx, organisationId, uses, now);
  await addToDays(tx, organisationId, days);
  await addToBuckets(tx, organisationId, buckets, ({ fingerprint, stats }) =>
    unknown.has(fingerprint) ? (scoreBehaviour(stats)?.score ?? null) : null,
  );
}
