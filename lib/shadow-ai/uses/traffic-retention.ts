/** How many days things are kept. */
export const retentionDays = {
  /** Statistics of five minutes and of days, at most: an organisation may keep them for a shorter time. */
  traffic: 400,
  /** Hashes of records: longer than the oldest record that is taken without being backfill (31 days). */
  seenRecords: 35,
} as const;

/** Clocks of sensors may be ahead by so much. */
const futureMs = 5 * 60_000;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** What tells of a record's time why the record is not taken; null for one that is. */
export function timeliness({
  nowMs,
  maxLatenessHours,
  backfill,
}: {
  nowMs: number;
  maxLatenessHours: number;
  backfill: boolean;
}): (atMs: number) => string | null {
  const latestMs = nowMs + futureMs;
  const earliestMs = nowMs - (backfill ? retentionDays.traffic * dayMs : maxLatenessHours * hourMs);
  const tooOld = backfill
    ? `The record is older than ${retentionDays.traffic} days: what it tells is not kept so long.`
    : `The record is older than ${maxLatenessHours} hours. Send old records as backfill.`;
  return (atMs) => {
    if (atMs < earliestMs) return tooOld;
    return atMs > latestMs ? "The record is of the future: look at the sensor's clock and time zone." : null;
  };
}

/**
 * From when on the hashes of records are kept. Of what may come again at any age they are kept as long as what the records
 * were added to.
 */
export function hashesKeptFrom(nowMs: number, backfill: boolean): Date {
  return new Date(nowMs + (backfill ? (retentionDays.traffic - retentionDays.seenRecords) * dayMs : 0));
}
