import { isSealedTableName, type SealedTableName } from "@/lib/audit-chain/records/sealed-tables";

/**
 * The member of an event's payload that seals records. Only the service writes it: callers' payloads that have it are
 * refused (`draftOf`).
 */
export const sealedRecordsMember = "sealedRecords";

/** The `kind` of the events that seal what an organisation had before its records were sealed. */
export const baselineKind = "RECORDS_SEALED";

/** The state of a record after a change: its hash, or that it was deleted. */
export type SealedRecord =
  | { table: SealedTableName; id: string; stateHash: string }
  | { table: SealedTableName; id: string; deleted: true }
  /** From here on, every record of the table is sealed. */
  | { table: SealedTableName; complete: true };

/** What an event seals, by its stored content; undefined for an event that seals nothing. */
export function readSealedRecords(content: string): { records: SealedRecord[]; isBaseline: boolean } | undefined {
  if (!content.includes(mark)) return undefined;
  try {
    const { payload } = JSON.parse(content) as { payload?: Record<string, unknown> };
    const records = payload?.[sealedRecordsMember];
    if (!Array.isArray(records)) return undefined;
    return { records: records.filter(isSealedRecord), isBaseline: payload?.["kind"] === baselineKind };
  } catch {
    return undefined;
  }
}

/** The text that every such content has, in its canonical form. */
const mark = `"${sealedRecordsMember}":[`;

function isSealedRecord(value: unknown): value is SealedRecord {
  if (typeof value !== "object" || value === null) return false;
  const { table, id, stateHash, deleted, complete } = value as Record<string, unknown>;
  if (typeof table !== "string" || !isSealedTableName(table)) return false;
  return complete === true || (typeof id === "string" && (typeof stateHash === "string" || deleted === true));
}
