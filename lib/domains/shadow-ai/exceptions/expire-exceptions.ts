import {
  changeDetection,
  findDetections,
  findOpenDetections,
  type StoredDetection,
  unresolved,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { type Changer, recordDetected } from "@/lib/domains/shadow-ai/detections/record-change";
import { findInconsistent } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { settleDue } from "@/lib/domains/shadow-ai/detections/settle-due";
import { findExpiredExceptions } from "@/lib/domains/shadow-ai/exceptions/request-store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Transaction } from "@/lib/platform/database/db";

/**
 * Reopens detections whose approved exception has expired, records the event, and notifies webhooks and the assignee.
 * Returns the number of reopened detections.
 */
export function expireExceptions(clock: Clock): Promise<number> {
  return settleDue(clock, findExpiredExceptions, reopen);
}

async function reopen(ctx: Changer, tx: Transaction, ids: string[], now: Date): Promise<number> {
  const reopenable = await findReopenable(tx, ctx.organisation.id, ids, now.getTime());
  await findInconsistent(tx, ctx.organisation.id, reopenable, now);
  const reopened: StoredDetection[] = [];
  for (const stored of reopenable) {
    const reopenedAt = now > stored.updatedAt ? now : stored.updatedAt;
    const columns = { ...unresolved, status: "OPEN", reopenedFor: "EXCEPTION_EXPIRED", reopenedAt };
    reopened.push(await changeDetection(tx, stored, columns, now));
  }
  await recordDetected(ctx, tx, reopened, "REOPENED");
  return reopened.length;
}

/**
 * Checks again under the lock, because a concurrent change may have come first. Reopens one detection per fingerprint.
 */
async function findReopenable(
  tx: Transaction,
  organisationId: string,
  ids: string[],
  nowMs: number,
): Promise<StoredDetection[]> {
  const stored = await findDetections(tx, organisationId, ids);
  const open = await findOpenDetections(
    tx,
    organisationId,
    stored.map(({ fingerprint }) => fingerprint),
  );
  return stored.filter(({ id, fingerprint, exceptionExpiresAt }) => {
    if (exceptionExpiresAt === null || exceptionExpiresAt.getTime() > nowMs || open.has(fingerprint)) return false;
    open.set(fingerprint, id);
    return true;
  });
}
