import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { enqueue } from "@/lib/jobs/outbox-store";
import { takeOverdue } from "@/lib/webhooks/delivery-store";
import { enqueueDue } from "@/lib/webhooks/enqueue-due";
import { findUntoldEndpoints } from "@/lib/webhooks/health-store";
import { mailGapMs, settleMs } from "@/lib/webhooks/notify-failures";

/** A delivery that is due for this long, and was emitted as long ago, was lost by the job engine. */
const overdueMs = 10 * 60 * 1000;
const deliveriesMax = 1_000;

/** What fails is told at once by the failure's own event; this is for what came within an hour of a mail, or was lost. */
const untoldMs = 60 * 1000;
const endpointsMax = 100;

/**
 * Emits overdue deliveries once more, so that losing the job engine's state loses none; a delivery that is under way after
 * all leaves the second run nothing to do. Answers how many.
 */
export async function sweepDeliveries(clock: Clock): Promise<number> {
  const nowMs = clock.now();
  return inTransaction(undefined, async (tx) => {
    const overdue = { before: new Date(nowMs - overdueMs), now: new Date(nowMs), limit: deliveriesMax };
    const due = await takeOverdue(tx, overdue);
    await enqueueDue(tx, due);
    return due.length;
  });
}

/** Emits a failure's event once more for endpoints whose owner is to be told of failures. Answers how many. */
export async function sweepUntoldFailures(clock: Clock): Promise<number> {
  const nowMs = clock.now();
  const bounds = { failedUntil: new Date(nowMs - untoldMs), mailedUntil: new Date(nowMs - mailGapMs - settleMs) };
  const endpoints = await findUntoldEndpoints(bounds, endpointsMax);
  await inTransaction(undefined, async (tx) => {
    for (const endpoint of endpoints) {
      await enqueue(tx, [{ name: "webhooks/delivery.failed", data: endpoint }], {
        key: `webhooks/delivery.failed ${endpoint.endpointId}`,
      });
    }
  });
  return endpoints.length;
}
