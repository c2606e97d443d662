import type { Clock } from "@/lib/clock";
import { clientKeyDays } from "@/lib/shadow-ai/imports/client-keys";
import { retentionDays } from "@/lib/shadow-ai/uses/traffic-retention";
import { deleteBefore, type KeptTable } from "@/lib/shadow-ai/uses/traffic-store";

const dayMs = 24 * 60 * 60_000;

/** Days that each is kept, everywhere. A client's key is destroyed so many days after its day has ended. */
const keptDays: Record<KeptTable, number> = {
  shadow_ai_client_keys: clientKeyDays + 1,
  shadow_ai_seen_records: retentionDays.seenRecords + 1,
};

/** Rows that are deleted in one statement. */
const rowsMax = 20_000;

/** Deletes the hashes and keys that have been kept long enough. Answers how many rows of each table. */
export async function pruneTraffic(clock: Clock): Promise<Record<KeptTable, number>> {
  const deleted: [string, number][] = [];
  for (const [table, days] of Object.entries(keptDays)) {
    deleted.push([table, await prune(table as KeptTable, new Date(clock.now() - days * dayMs))]);
  }
  return Object.fromEntries(deleted) as Record<KeptTable, number>;
}

async function prune(table: KeptTable, before: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await deleteBefore(table, before, rowsMax);
    total += count;
    if (count < rowsMax) return total;
  }
}
