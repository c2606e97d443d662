import type { Transaction } from "@/lib/db";
import { findIdsShowing } from "@/lib/evidence/store";

/** As much of an event as decides which packages show its content. */
interface ShownEvent {
  modelId: string;
  eventType: string;
  timestamp: string;
  recordedAt: string;
}

/**
 * Packages that have a file, or are about to, and may show the content of an event: of its model, over a period that has its
 * time, and not made before it was received.
 */
export async function findPackagesShowing(
  tx: Transaction,
  organisationId: string,
  event: ShownEvent,
): Promise<string[]> {
  const at = new Date(event.timestamp);
  const receivedAt = new Date(event.recordedAt);
  if (Number.isNaN(at.getTime()) || Number.isNaN(receivedAt.getTime())) return [];
  return findIdsShowing(tx, organisationId, { ...event, at, receivedAt });
}
