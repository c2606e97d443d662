import type { Transaction } from "@/lib/db";
import type { Outdated } from "@/lib/periods";
import { deleteTrafficBefore, type TrafficTable } from "@/lib/shadow-ai/uses/traffic-store";

const tables: TrafficTable[] = ["shadow_ai_buckets", "shadow_ai_days", "shadow_ai_uses", "log_imports"];

/**
 * Deletes an organisation's statistics of traffic from before a time, uses that nothing was detected of, and what is known of
 * imports. Detections stay. Answers how many rows.
 */
export async function deleteOldTraffic(tx: Transaction, organisationId: string, outdated: Outdated): Promise<number> {
  let deleted = 0;
  for (const table of tables) deleted += await deleteTrafficBefore(tx, table, organisationId, outdated);
  return deleted;
}
