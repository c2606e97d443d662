import { findOrganisation } from "@/lib/domains/organisations";
import { withDetectionsLocked } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { Changer } from "@/lib/domains/shadow-ai/detections/record-change";
import type { Clock } from "@/lib/platform/core/clock";
import type { Transaction } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

/** A detection with a date that has passed. */
interface DueDetection {
  organisationId: string;
  detectionId: string;
}

/** Maximum number of detections read at a time. */
const detectionsMax = 500;

/**
 * Changes the detections of all organisations that `find` returns, each organisation's in one transaction under the lock
 * of its detections. Returns the number of changed detections.
 */
export async function settleDue(
  clock: Clock,
  find: (now: Date, limit: number) => Promise<DueDetection[]>,
  settle: (ctx: Changer, tx: Transaction, ids: string[], now: Date) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const due = await find(new Date(clock.now()), detectionsMax);
    let settled = 0;
    for (const organisationId of new Set(due.map((each) => each.organisationId))) {
      const ids = due.flatMap((each) => (each.organisationId === organisationId ? [each.detectionId] : []));
      try {
        settled += await settleOf(organisationId, ids);
      } catch (error) {
        // An error in one organisation must not block the others.
        log().error(
          { err: error, organisationId },
          "detections whose exception or snooze has ended could not be changed",
        );
      }
    }
    total += settled;
    if (due.length < detectionsMax || settled === 0) return total;
  }

  async function settleOf(organisationId: string, ids: string[]): Promise<number> {
    const organisation = await findOrganisation(organisationId);
    if (!organisation) return 0;
    const ctx: Changer = { organisation, actor: { kind: "system", id: "shadow-ai" }, clock };
    return withDetectionsLocked(ctx, (tx) => settle(ctx, tx, ids, new Date(clock.now())));
  }
}
