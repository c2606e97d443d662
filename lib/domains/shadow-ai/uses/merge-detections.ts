import { unitOf } from "@/lib/domains/shadow-ai/detect";
import {
  changeDetection,
  findDecided,
  findDetections,
  findNewestDetections,
  findOpenDetections,
  type StoredDetection,
  unresolved,
  unsnoozed,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { findInconsistent } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { addToDays } from "@/lib/domains/shadow-ai/uses/counted-traffic-store";
import { findDays } from "@/lib/domains/shadow-ai/uses/traffic-store";
import { recentSince } from "@/lib/domains/shadow-ai/uses/units";
import { findUsesWithoutUnit, moveUses, type StoredUse, setUnits } from "@/lib/domains/shadow-ai/uses/use-store";
import type { Transaction } from "@/lib/platform/database/db";

/** Maximum number of uses per transaction. */
const usesMax = 200;

/** Maximum number of detections that are closed per transaction, because each requires an event. */
const mergedMax = 200;

/**
 * Assigns uses stored by an earlier version to units, and adds their days to those of the units. A range keeps its own
 * detections if one of them was resolved or dismissed, because the decision is about this range only. The caller holds the
 * lock of the organisation's detections.
 *
 * @returns whether more uses may be left.
 */
export async function assignUnits(tx: Transaction, organisationId: string, now: Date): Promise<boolean> {
  const uses = await findUsesWithoutUnit(tx, organisationId, usesMax);
  if (uses.length === 0) return false;
  const fingerprints = uses.map(({ fingerprint }) => fingerprint);
  const decided = await findDecided(tx, organisationId, fingerprints);
  const units = uses.map((use) => {
    const { fingerprint } = use;
    return { fingerprint, unit: decided.has(fingerprint) ? fingerprint : unitOf(use) };
  });
  await setUnits(tx, organisationId, units, now);
  const wanted = uses.flatMap(({ fingerprint, lastSeenAt }, index) => {
    const key = units[index]?.unit ?? fingerprint;
    return key === fingerprint ? [] : [{ key, fingerprint, since: recentSince(lastSeenAt.getTime()) }];
  });
  const found = [...(await findDays(tx, organisationId, wanted))];
  const added = found.flatMap(([fingerprint, { days }]) =>
    days.map(({ day: at, stats }) => ({ fingerprint, at, stats })),
  );
  await addToDays(tx, organisationId, added);
  return uses.length === usesMax;
}

/** The result of a merge. */
export interface Merged {
  /** Detections that were closed, because another one continues them. */
  closed: StoredDetection[];
  /** Ids of the detections that continue them. */
  continued: Set<string>;
  /** Units with more detections to merge. */
  unfinished: Set<string>;
}

/**
 * Merges the open detections of single ranges, which earlier versions opened, into the detection of their unit. If the
 * unit has no detection yet, the oldest one becomes the unit's detection. The others are dismissed with a reference to
 * it. The caller records the changes on the chain. The given uses are assigned to the detection of their unit.
 */
export async function mergeDetections(
  tx: Transaction,
  organisationId: string,
  units: Map<string, StoredUse[]>,
  now: Date,
): Promise<Merged> {
  const merged: Merged = { closed: [], continued: new Set(), unfinished: new Set() };
  const shared = [...units.values()].flat().filter(({ fingerprint, unit }) => fingerprint !== unit);
  const fingerprints = shared.map(({ fingerprint }) => fingerprint);
  const openIds = await findOpenDetections(tx, organisationId, fingerprints);
  if (openIds.size === 0) return merged;
  const open = shared.flatMap((use) => {
    const id = openIds.get(use.fingerprint);
    return id === undefined ? [] : [{ use, id }];
  });
  const oldestFirst = open.sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { use } of oldestFirst.slice(mergedMax)) merged.unfinished.add(use.unit);
  const page = oldestFirst.slice(0, mergedMax);
  const detections = await findDetections(
    tx,
    organisationId,
    page.map(({ id }) => id),
  );
  const byId = new Map(detections.map((stored) => [stored.id, stored]));
  const newest = await findNewestDetections(tx, organisationId, [...units.keys()]);
  await findInconsistent(tx, organisationId, detections, now);
  for (const { use, id } of page) {
    const stored = byId.get(id);
    if (!stored) throw new Error("an open detection does not exist");
    const { unit } = use;
    const into = newest.get(unit);
    use.detectionId = into?.id ?? id;
    await moveUses(tx, organisationId, [use.fingerprint], use.detectionId);
    if (into === undefined) {
      const continued = await changeDetection(tx, stored, { fingerprint: unit }, now);
      newest.set(unit, continued);
      merged.continued.add(stored.id);
      continue;
    }
    merged.closed.push(await close(tx, stored, into, now));
    merged.continued.add(into.id);
    newest.set(unit, await takeOver(tx, into, stored, now));
  }
  return merged;
}

function close(tx: Transaction, stored: StoredDetection, into: StoredDetection, now: Date): Promise<StoredDetection> {
  const notes = stored.notes ?? `Merged into ${into.id}, which covers the same use in all IP ranges.`;
  return changeDetection(
    tx,
    stored,
    { ...unresolved, ...unsnoozed, status: "DISMISSED", notes, mergedIntoId: into.id },
    now,
  );
}

/**
 * The reason for reopening a merged detection also applies to the one that continues it. A snooze of the latter must not
 * hide a detection that was not snoozed.
 */
async function takeOver(
  tx: Transaction,
  into: StoredDetection,
  { reopenedFor, snoozedUntil }: StoredDetection,
  now: Date,
): Promise<StoredDetection> {
  if (into.status === "RESOLVED" || into.status === "DISMISSED") return into;
  const isReason = reopenedFor !== null && into.reopenedFor === null;
  const endsSnooze = into.snoozedUntil !== null && (snoozedUntil === null || snoozedUntil <= now);
  if (!isReason && !endsSnooze) return into;
  return changeDetection(tx, into, { ...(isReason && { reopenedFor }), ...(endsSnooze && unsnoozed) }, now);
}
