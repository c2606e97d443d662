import { noRange } from "@/lib/domains/shadow-ai/detect";
import { findResolved, type StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { onboardedBefore, partsOf } from "@/lib/domains/shadow-ai/uses/resolved-traffic";
import {
  type DayFigures,
  findDayFigures,
  findRangesOfParts,
  findRangesOfUses,
  findSharedRanges,
  findSourcesOfParts,
  findSourcesOfUses,
  fingerprintsOfParts,
  fingerprintsOfUses,
  type RangeFigures,
  type SourceFigures,
} from "@/lib/domains/shadow-ai/uses/traffic-figures-store";
import type { TrafficSince } from "@/lib/domains/shadow-ai/uses/traffic-store";
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
  const { organisationId } = stored;
  const own = await findOwnParts(tx, stored);
  const { fingerprints, since: countedSince } = fingerprintsIn(stored, own);
  const days = await findDayFigures(tx, organisationId, fingerprints, later(countedSince, since));
  const ranges = own ? await findRangesOfParts(tx, organisationId, own.parts) : await findRangesOfUses(tx, stored);
  const sources = own ? await findSourcesOfParts(tx, organisationId, own.parts) : await findSourcesOfUses(tx, stored);
  return { days, clientRanges: ranges.map(toClientRange), sources };
}

/** The fingerprints of the traffic that a detection counts, as an SQL array, and the time from which it counts. */
export async function fingerprintsOf(tx: Transaction, stored: StoredDetection) {
  return fingerprintsIn(stored, await findOwnParts(tx, stored));
}

interface OwnParts {
  parts: TrafficSince[];
  since: string;
}

function fingerprintsIn(stored: StoredDetection, own: OwnParts | undefined) {
  return own
    ? { fingerprints: fingerprintsOfParts(own.parts), since: own.since }
    : { fingerprints: fingerprintsOfUses(stored), since: beginning };
}

/** Before all traffic. */
const beginning = new Date(0).toISOString();

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** The parts of the traffic that a detection outside the allow list counts. */
async function findOwnParts(tx: Transaction, stored: StoredDetection): Promise<OwnParts | undefined> {
  const { organisationId, fingerprint } = stored;
  const resolved = (await findResolved(tx, organisationId, [fingerprint])).get(fingerprint) ?? [];
  const previous = onboardedBefore(stored, resolved);
  if (!previous) return undefined;
  const ranges = new Set([...stored.ipRanges, ...(await findSharedRanges(tx, stored)), noRange]);
  const parts = [...ranges].flatMap((range) => partsOf(range, previous, [range]));
  return { parts, since: new Date(previous.resolvedAtMs).toISOString() };
}

function toClientRange({ range, lastAtMs, ...figures }: RangeFigures): ClientRange {
  return { range: range === noRange ? null : range, ...figures, lastSeenAt: new Date(lastAtMs).toISOString() };
}
