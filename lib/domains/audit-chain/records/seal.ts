import { createHash } from "node:crypto";
import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import { serviceKey } from "@/lib/domains/audit-chain/append/prepare";
import { holdChain, readCompleteTables, readRecordPage } from "@/lib/domains/audit-chain/records/baseline-store";
import {
  baselineKind,
  type ChangedRecord,
  type SealedRecord,
  sealedRecordsMember,
} from "@/lib/domains/audit-chain/records/record-states";
import { type SealedTableName, sealedTableNames } from "@/lib/domains/audit-chain/records/sealed-tables";
import { listServedChains } from "@/lib/domains/audit-chain/verification/runs-store";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import { inTransaction, isDatabaseUnavailable, type Transaction } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

/** Keeps an event's content well below its maximum size. */
const recordsPerEvent = 500;

/**
 * Seals existing records, once for each table; from then on, a record that no event seals is a finding. A table is
 * never sealed again, because that would approve edits made in between. Idempotent. @returns the number of sealed
 * records.
 */
export async function sealBaseline(organisationId: string, clock: Clock = systemClock): Promise<number> {
  const key = `records-sealed ${hashOf(sealedTableNames)}`;
  const complete = await readCompleteTables(organisationId, serviceKey(key));
  const tables = complete === "all" ? [] : sealedTableNames.filter((table) => !complete.has(table));
  let position = { table: 0, after: "" };
  let sealed = 0;
  while (position.table < tables.length) {
    position = await inTransaction(undefined, async (tx) => {
      // Later changes of a record append its new state after this event, because appending waits for this lock.
      await holdChain(tx, organisationId);
      const records: SealedRecord[] = [];
      let { table, after } = position;
      for (let name = tables[table]; name !== undefined && records.length < recordsPerEvent; name = tables[table]) {
        const limit = recordsPerEvent - records.length;
        const page = await readRecordPage(tx, organisationId, name, { after, limit });
        records.push(...page);
        after = page.at(-1)?.id ?? after;
        if (page.length === limit) continue;
        records.push({ table: name, complete: true });
        [table, after] = [table + 1, ""];
      }
      const isLast = table === tables.length;
      await appendInTransaction({ organisation: { id: organisationId }, actor, clock }, tx, [
        {
          eventType: "CONFIG_CHANGE",
          payload: { kind: baselineKind, [sealedRecordsMember]: records },
          ...(isLast && { sourceKey: key }),
        },
      ]);
      sealed += records.filter((record) => !("complete" in record)).length;
      return { table, after };
    });
  }
  return sealed;
}

const actor = { kind: "system", id: "records" } as const;

/**
 * Seals the next `limit` organisations after an id. @returns the last id, or undefined at the end. Maintenance over
 * all organisations.
 */
export async function sealNextBaselines(
  clock: Clock,
  { after, limit }: { after: string; limit: number },
): Promise<{ after: string | undefined }> {
  const organisationIds = await listServedChains(after, limit);
  for (const organisationId of organisationIds) {
    await sealBaseline(organisationId, clock).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      log().error({ organisationId, err: error }, "records of an organisation could not be sealed");
    });
  }
  return { after: organisationIds.length < limit ? undefined : organisationIds.at(-1) };
}

function hashOf(tables: readonly SealedTableName[]): string {
  return createHash("sha256").update(tables.join(" ")).digest("hex").slice(0, 16);
}

/**
 * Replaces the ciphertext of a record's secrets, which is part of its sealed state, and records that on the chain.
 * @returns whether `replace` changed a row.
 */
export async function sealReencryption(
  organisationId: string,
  record: ChangedRecord,
  replace: (tx: Transaction) => Promise<number>,
): Promise<boolean> {
  return inTransaction(undefined, async (tx) => {
    if ((await replace(tx)) === 0) return false;
    const payload = { kind: "SECRETS_REENCRYPTED", table: record.table, recordId: record.id };
    await appendInTransaction({ organisation: { id: organisationId }, actor, clock: systemClock }, tx, [
      { eventType: "CONFIG_CHANGE", payload, records: [record] },
    ]);
    return true;
  });
}
