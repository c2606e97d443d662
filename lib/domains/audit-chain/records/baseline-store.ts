import {
  baselineKind,
  hashOf,
  projectionFor,
  readSealedRecords,
  type SealedRecord,
  type StateRow,
} from "@/lib/domains/audit-chain/records/record-states";
import type { SealedTableName } from "@/lib/domains/audit-chain/records/sealed-tables";
import { pool, type Transaction } from "@/lib/platform/database/db";

/** Takes the chain's lock until the transaction ends. */
export async function holdChain(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`SELECT organisation_id FROM chain_heads WHERE organisation_id = ${organisationId} FOR UPDATE`;
}

/** A page of a table's records after an id, with their states. */
export async function readRecordPage(
  tx: Transaction,
  organisationId: string,
  table: SealedTableName,
  { after, limit }: { after: string; limit: number },
): Promise<Extract<SealedRecord, { stateHash: string }>[]> {
  const { text, afterId } = projectionFor(table);
  const rows = await tx.$queryRawUnsafe<StateRow[]>(`${text}${afterId}`, organisationId, after, limit);
  return rows.map((row) => ({ table, id: row.record, stateHash: hashOf(table, row) }));
}

/** The tables sealed on the chain; "all" if the final baseline event of this version's tables exists. */
export async function readCompleteTables(organisationId: string, key: string): Promise<"all" | Set<string>> {
  const { rows: ended } = await pool().query(
    "SELECT FROM audit_events WHERE organisation_id = $1 AND idempotency_key = $2 AND idempotency_key IS NOT NULL",
    [organisationId, key],
  );
  if (ended.length > 0) return "all";
  const { rows } = await pool().query<{ content: string }>(
    `SELECT content FROM audit_events
     WHERE organisation_id = $1 AND event_type = 'CONFIG_CHANGE' AND event_type <> 'INFERENCE'
       AND content LIKE '%"kind":"' || $2 || '"%' AND content LIKE '%"complete":true%'`,
    [organisationId, baselineKind],
  );
  const records = rows.flatMap(({ content }) => {
    const sealing = readSealedRecords(content);
    return sealing?.isBaseline ? sealing.records : [];
  });
  return new Set(records.flatMap((record) => ("complete" in record ? [record.table] : [])));
}
