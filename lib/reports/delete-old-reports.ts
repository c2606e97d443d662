import type { Transaction } from "@/lib/db";
import type { Outdated } from "@/lib/periods";
import { deleteReports, lockOldReports } from "@/lib/reports/store";
import { storage } from "@/lib/storage";

/** Reports that are deleted at once: each has a file, whose removal takes its time. */
const together = 200;

/**
 * Deletes reports that were asked for before a time, with their files; answers how many. A file goes before its row, which is
 * found again where a process is stopped in between.
 */
export async function deleteOldReports(tx: Transaction, organisationId: string, outdated: Outdated): Promise<number> {
  const old = await lockOldReports(tx, organisationId, { ...outdated, take: Math.min(outdated.take, together) });
  for (const { storageKey } of old) if (storageKey !== null) await storage().remove(storageKey);
  return deleteReports(
    tx,
    organisationId,
    old.map(({ id }) => id),
  );
}
