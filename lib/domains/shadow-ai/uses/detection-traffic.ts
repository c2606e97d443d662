import { noRange } from "@/lib/domains/shadow-ai/detect";
import { findResolved, type StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { onboardedBefore, partsOf } from "@/lib/domains/shadow-ai/uses/resolved-traffic";
import { type DayFigures, findDayFigures, findRangeFigures } from "@/lib/domains/shadow-ai/uses/traffic-figures-store";
import type { Transaction } from "@/lib/platform/database/db";

/** Maximum number of ranges shown. */
const rangesMax = 250;

/** Traffic of one range. Counts are null if the traffic of a department is not counted by range. */
export interface ClientRange {
  /** Null for traffic without a client address. */
  range: string | null;
  calls: number | null;
  dnsQueries: number | null;
  bytesOut: number | null;
  lastSeenAt: string;
}

/** The traffic that a detection counts: by day since a time, ascending; and by range, most calls first. */
export async function findTrafficOf(
  tx: Transaction,
  stored: StoredDetection,
  since: string,
): Promise<{ days: DayFigures[]; clientRanges: ClientRange[] }> {
  const { organisationId, fingerprint } = stored;
  const resolved = (await findResolved(tx, organisationId, [fingerprint])).get(fingerprint) ?? [];
  const previous = onboardedBefore(stored, resolved);
  const uses = await findRangeFigures(tx, stored);
  if (!previous) {
    const fingerprints = uses.length === 0 ? [fingerprint] : uses.map((use) => use.fingerprint);
    const days = await findDayFigures(tx, organisationId, fingerprints, since);
    return { days: sumByDay(days), clientRanges: shown(uses.flatMap(rangesOfUse)) };
  }
  const shared = uses.filter((use) => use.fingerprint !== fingerprint);
  const ranges = new Set([...stored.ipRanges, ...shared.flatMap((use) => use.ranges.map(([range]) => range)), noRange]);
  const parts = [...ranges].flatMap((range) => partsOf(range, previous, [range]));
  const rangeOf = new Map(parts.map((part) => [part.fingerprint, part.key]));
  const from = new Date(previous.resolvedAtMs).toISOString();
  const days = await findDayFigures(tx, organisationId, [...rangeOf.keys()], from);
  return {
    days: sumByDay(days.filter(({ day }) => day >= since.slice(0, 10))),
    clientRanges: shown(sumByRange(days, rangeOf)),
  };
}

type RangeFigures = Awaited<ReturnType<typeof findRangeFigures>>[number];

function rangesOfUse({ ranges, calls, dnsQueries, bytesOut }: RangeFigures): ClientRange[] {
  const figures = ranges.length === 1 ? { calls, dnsQueries, bytesOut } : uncounted;
  return ranges.map(([range, lastAtMs]) => toClientRange(range, lastAtMs, figures));
}

const uncounted = { calls: null, dnsQueries: null, bytesOut: null };

function sumByRange(days: DayFigures[], rangeOf: Map<string, string>): ClientRange[] {
  const byRange = new Map<string, DayFigures>();
  for (const day of days) {
    const range = rangeOf.get(day.fingerprint) ?? noRange;
    const before = byRange.get(range);
    byRange.set(range, before ? add(before, day) : day);
  }
  return [...byRange].map(([range, figures]) => toClientRange(range, figures.lastAtMs, figures));
}

function toClientRange(
  range: string,
  lastAtMs: number,
  { calls, dnsQueries, bytesOut }: Omit<ClientRange, "range" | "lastSeenAt">,
): ClientRange {
  const lastSeenAt = new Date(lastAtMs).toISOString();
  return { range: range === noRange ? null : range, calls, dnsQueries, bytesOut, lastSeenAt };
}

function shown(ranges: ClientRange[]): ClientRange[] {
  const weight = ({ calls, dnsQueries }: ClientRange) => (calls ?? 0) + (dnsQueries ?? 0);
  const name = ({ range }: ClientRange) => range ?? "";
  const sorted = ranges.sort(
    (a, b) => weight(b) - weight(a) || name(a).localeCompare(name(b), "en", { numeric: true }),
  );
  return sorted.slice(0, rangesMax);
}

function sumByDay(days: DayFigures[]): DayFigures[] {
  const byDay = new Map<string, DayFigures>();
  for (const day of days) {
    const before = byDay.get(day.day);
    byDay.set(day.day, before ? add(before, day) : day);
  }
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

function add(a: DayFigures, b: DayFigures): DayFigures {
  return {
    ...a,
    calls: a.calls + b.calls,
    dnsQueries: a.dnsQueries + b.dnsQueries,
    bytesOut: a.bytesOut + b.bytesOut,
    lastAtMs: Math.max(a.lastAtMs, b.lastAtMs),
  };
}
