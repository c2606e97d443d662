import {
  changeDetection,
  findDetections,
  findEndedSnoozes,
  type StoredDetection,
  unsnoozed,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { type Changer, recordDetected } from "@/lib/domains/shadow-ai/detections/record-change";
import { findInconsistent } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { settleDue } from "@/lib/domains/shadow-ai/detections/settle-due";
import type { Clock } from "@/lib/platform/core/clock";
import type { Transaction } from "@/lib/platform/database/db";

/** Records the end of snoozes whose time has passed. Returns the number of detections. */
export function endSnoozes(clock: Clock): Promise<number> {
  return settleDue(clock, findEndedSnoozes, end);
}

/** Checks again under the lock, because a concurrent request may have changed the detection. */
async function end(ctx: Changer, tx: Transaction, ids: string[], now: Date): Promise<number> {
  const stored = await findDetections(tx, ctx.organisation.id, ids);
  const ended = stored.filter(({ snoozedUntil }) => snoozedUntil !== null && snoozedUntil <= now);
  await findInconsistent(tx, ctx.organisation.id, ended, now);
  const changed: StoredDetection[] = [];
  for (const each of ended) changed.push(await changeDetection(tx, each, unsnoozed, now));
  await recordDetected(ctx, tx, changed, "SNOOZE_ENDED", () => "TIME");
  return changed.length;
}
