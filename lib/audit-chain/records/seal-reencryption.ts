import { appendInTransaction } from "@/lib/audit-chain/append-in-transaction";
import type { ChangedRecord } from "@/lib/audit-chain/records/seal-records";
import { systemClock } from "@/lib/clock";
import { inTransaction, type Transaction } from "@/lib/db";

/**
 * Replaces the ciphertext of a record's secrets, which is part of its sealed state, and records that on the chain. `replace`
 * returns how many rows it changed: with none, nothing is recorded and the result is false.
 */
export async function sealReencryption(
  organisationId: string,
  record: ChangedRecord,
  replace: (tx: Transaction) => Promise<number>,
): Promise<boolean> {
  return inTransaction(undefined, async (tx) => {
    if ((await replace(tx)) === 0) return false;
    const actor = { kind: "system", id: "records" } as const;
    const payload = { kind: "SECRETS_REENCRYPTED", table: record.table, recordId: record.id };
    await appendInTransaction({ organisation: { id: organisationId }, actor, clock: systemClock }, tx, [
      { eventType: "CONFIG_CHANGE", payload, records: [record] },
    ]);
    return true;
  });
}
