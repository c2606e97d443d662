import { findOrganisation } from "@/lib/domains/organisations";
import {
  changeDetection,
  findDetections,
  findOpenDetections,
  type StoredDetection,
  unresolved,
  withDetectionsLocked,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { type Changer, recordDetected } from "@/lib/domains/shadow-ai/detections/record-change";
import { findInconsistent } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { findExpiredExceptions } from "@/lib/domains/shadow-ai/exceptions/request-store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Transaction } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

/** Maximum number of exceptions read at a time. */
const exceptionsMax = 500;

/**
 * Reopens detections whose approved exception has expired, records the event, and notifies webhooks and the assignee.
 * Returns the number of reopened detections.
 */
export async function expireExceptions(clock: Clock): Promise<number> {
  let total = 0;
  for (;;) {
    const expired = await findExpiredExceptions(new Date(clock.now()), exceptionsMax);
    const reopened = await reopenAll(expired, clock);
    total += reopened;
    if (expired.length < exceptionsMax || reopened === 0) return total;
  }
}

async function reopenAll(expired: Awaited<ReturnType<typeof findExpiredExceptions>>, clock: Clock): Promise<number> {
  const byOrganisation = new Map<string, string[]>();
  for (const { organisationId, detectionId } of expired) {
    byOrganisation.set(organisationId, [...(byOrganisation.get(organisationId) ?? []), detectionId]);
  }
  let reopened = 0;
  for (const [organisationId, ids] of byOrganisation) {
    try {
      reopened += await reopen(organisationId, ids, clock);
    } catch (error) {
      // An error in one organisation must not block the others.
      log().error({ err: error, organisationId }, "detections with expired exceptions could not be reopened");
    }
  }
  return reopened;
}

async function reopen(organisationId: string, ids: string[], clock: Clock): Promise<number> {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return 0;
  const ctx: Changer = { organisation, actor: { kind: "system", id: "shadow-ai" }, clock };
  return withDetectionsLocked(ctx, async (tx) => {
    const now = new Date(clock.now());
    const reopenable = await findReopenable(tx, organisationId, ids, now.getTime());
    await findInconsistent(tx, organisationId, reopenable, now);
    const reopened: StoredDetection[] = [];
    for (const stored of reopenable) {
      const reopenedAt = now > stored.updatedAt ? now : stored.updatedAt;
      const columns = { ...unresolved, status: "OPEN", reopenedFor: "EXCEPTION_EXPIRED", reopenedAt };
      reopened.push(await changeDetection(tx, stored, columns, now));
    }
    await recordDetected(ctx, tx, reopened, "REOPENED");
    return reopened.length;
  });
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
