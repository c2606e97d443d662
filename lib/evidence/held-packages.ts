import type { Transaction } from "@/lib/db";
import { isOver } from "@/lib/evidence/package-status";
import type { StoredPackage } from "@/lib/evidence/store";
import { covers, type Extent, extentsThatStand } from "@/lib/legal-holds";

/** Whether a legal hold keeps a package whose time is over. Of others nobody asks: their files are kept anyway. */
export async function isHeldPast(tx: Transaction | undefined, stored: StoredPackage, nowMs: number): Promise<boolean> {
  if (!isOver(stored, nowMs)) return false;
  return isCovered(stored, await extentsThatStand(tx, stored.organisationId));
}

/** Whether one of these holds covers a package. */
export function isCovered({ modelId, dateFrom, dateTo }: StoredPackage, holds: Extent[]): boolean {
  const period = { fromMs: dateFrom.getTime(), toMs: dateTo.getTime() };
  return holds.some((hold) => covers(hold, { modelId, period }));
}
