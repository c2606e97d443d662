import { projectionFor, stateHash } from "@/lib/audit-chain/records/record-state";
import type { SealedRecord } from "@/lib/audit-chain/records/sealed-records";
import type { SealedTableName } from "@/lib/audit-chain/records/sealed-tables";
import type { Transaction } from "@/lib/db";

/** A record that a transaction has created, changed or deleted. */
export interface ChangedRecord {
  table: SealedTableName;
  id: string;
}

/**
 * The states of records as the transaction leaves them, in the order given. Call it after the last write to any of them: the
 * transaction holds their rows, so nothing else can change them before its commit.
 */
export async function sealRecords(
  tx: Transaction,
  organisationId: string,
  changed: readonly ChangedRecord[],
): Promise<SealedRecord[]> {
  const hashes = new Map<SealedTableName, Map<string, string>>();
  for (const table of new Set(changed.map((record) => record.table))) {
    const ids = changed.flatMap((record) => (record.table === table ? [record.id] : []));
    hashes.set(table, await readStates(tx, organisationId, table, [...new Set(ids)]));
  }
  return changed.map(({ table, id }) => {
    const hash = hashes.get(table)?.get(id);
    return hash === undefined ? { table, id, deleted: true } : { table, id, stateHash: hash };
  });
}

async function readStates(
  tx: Transaction,
  organisationId: string,
  table: SealedTableName,
  ids: string[],
): Promise<Map<string, string>> {
  const { text, byIds } = projectionFor(table);
  const rows = await tx.$queryRawUnsafe<StateRow[]>(`${text}${byIds}`, organisationId, ids);
  return new Map(rows.map((row) => [row.record, hashOf(table, row)]));
}

export interface StateRow extends Record<string, string | null> {
  record: string;
}

/** The state hash of a row that the table's projection selected. */
export function hashOf(table: SealedTableName, row: StateRow): string {
  const { labels } = projectionFor(table);
  return stateHash(
    table,
    labels.map((_, i) => row[`v${i}`]),
  );
}
