import type { Transaction } from "@/lib/db";
import type { Extent } from "@/lib/legal-holds/coverage";
import { findActiveHolds } from "@/lib/legal-holds/store";

/** What the holds that stand now cover: for who reads, and waits for nobody who places one. */
export async function extentsThatStand(tx: Transaction | undefined, organisationId: string): Promise<Extent[]> {
  const holds = await findActiveHolds(tx, organisationId);
  return holds.map(({ modelIds, dateFrom, dateTo }) => ({ modelIds, dateFrom, dateTo }));
}
