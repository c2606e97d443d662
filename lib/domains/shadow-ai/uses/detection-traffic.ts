import { noRange } from "@/lib/domains/shadow-ai/detect";
import { findResolved, type StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { onboardedBefore, partsOf } from "@/lib/domains/shadow-ai/uses/resolved-traffic";
import {
  type DayFigures,
  findDaysOfParts,
  findDaysOfUses,
  findRangesOfParts,
  findRangesOfUses,
  findSharedRanges,
  findSourcesOfParts,
  findSourcesOfUses,
  type RangeFigures,
  type SourceFigures,
} from "@/lib/domains/shadow-ai/uses/traffic-figures-store";
import type { Transaction } from "@/lib/platform/database/db";

/** Traffic of one range. Counts are null if the traffic of a department is not counted by range. */
export interface ClientRange extends Omit<RangeFigures, "range" | "lastAtMs"> {
  /** Null for traffic without a client address. */
  range: string | null;
  lastSeenAt: string;
}

/** The traffic that a detection counts. */
interface DetectionTraffic {
  /** Ascending. */
  days: DayFigures[];
  /** Most calls first. */
  clientRanges: ClientRange[];
  /** As each source reported it. */
  sources: SourceFigures[];
}

/** The traffic that a detection counts, with days since a time. */
export async function findTrafficOf(
  tx: Transaction,
  stored: StoredDetection,
  since: string,
): Promise<DetectionTraffic> {
  const { organisationId, fingerprint } = stored;
  const resolved = (await findResolved(tx, organisationId, [fingerprint])).get(fingerprint) ?? [];
  const previous = onboardedBefore(stored, resolved);
  if (!previous) {
    const days = await findDaysOfUses(tx, stored, since);
    const clientRanges = (await findRangesOfUses(tx, stored)).map(toClientRange);
    return { days, clientRanges, sources: await findSourcesOfUses(tx, stored) };
  }
  const ranges = new Set([...stored.ipRanges, ...(await findSharedRanges(tx, stored)), noRange]);
  const parts = [...ranges].flatMap((range) => partsOf(range, previous, [range]));
  const from = new Date(Math.max(previous.resolvedAtMs, Date.parse(since))).toISOString();
  const days = await findDaysOfParts(tx, organisationId, parts, from);
  const clientRanges = (await findRangesOfParts(tx, organisationId, parts)).map(toClientRange);
  return { days, clientRanges, sources: await findSourcesOfParts(tx, organisationId, parts) };
}

function toClientRange({ range, lastAtMs, ...figures }: RangeFigures): ClientRange {
  return { range: range === noRange ? null : range, ...figures, lastSeenAt: new Date(lastAtMs).toISOString() };
}
