import { hash } from "node:crypto";
import {
  isSealedTableName,
  type SealedTableName,
  sealedTableNames,
  sealedTables,
} from "@/lib/domains/audit-chain/records/sealed-tables";
import type { Transaction } from "@/lib/platform/database/db";

/** A record that a transaction has created, changed or deleted. */
export interface ChangedRecord {
  table: SealedTableName;
  id: string;
}

/** The states of records at the end of the transaction. Call it after the last write to any of them. */
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

/** The state hash of a row selected by the table's projection. */
export function hashOf(table: SealedTableName, row: StateRow): string {
  const { labels } = projectionFor(table);
  return stateHash(
    table,
    labels.map((_, i) => row[`v${i}`]),
  );
}

/** The member of an event's payload that seals records. Callers cannot write it (`draftOf`). */
export const sealedRecordsMember = "sealedRecords";

/** The `kind` of the events that seal existing records. */
export const baselineKind = "RECORDS_SEALED";

/** The state of a record after a change: its hash, or that it was deleted. */
export type SealedRecord =
  | { table: SealedTableName; id: string; stateHash: string }
  | { table: SealedTableName; id: string; deleted: true }
  /** All records of the table are sealed. */
  | { table: SealedTableName; complete: true };

/** The records that an event seals, read from its stored content. */
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

/** Part of the canonical content of each such event. */
const mark = `"${sealedRecordsMember}":[`;

function isSealedRecord(value: unknown): value is SealedRecord {
  if (typeof value !== "object" || value === null) return false;
  const { table, id, stateHash, deleted, complete } = value as Record<string, unknown>;
  if (typeof table !== "string" || !isSealedTableName(table)) return false;
  return complete === true || (typeof id === "string" && (typeof stateHash === "string" || deleted === true));
}

interface Projection {
  /** The query for the records of organisation $1: the id, then each value as text, in order. */
  text: string;
  /** Appended to select the ids $2. */
  byIds: string;
  /** Appended to select a page after the id $2, at most $3 rows. */
  afterId: string;
  /** The members of the state as JSON prefixes: `"name":`. */
  labels: readonly string[];
}

/** The format of the hashed state. Fixed, because events on the chain contain such hashes. */
const schema = "record-state/1";

const projections = new Map<string, Projection>(sealedTableNames.map((name) => [name, projectionOf(name)]));

export function projectionFor(table: SealedTableName): Projection {
  const projection = projections.get(table);
  if (!projection) throw new Error(`${table} is not a sealed table`);
  return projection;
}

/**
 * `sha256:` and the SHA-256 of the canonical JSON (RFC 8785) of `{ schema, table, values }`, where `values` has each
 * sealed column that is not null, as text.
 */
export function stateHash(table: SealedTableName, values: readonly (string | null | undefined)[]): string {
  const { labels } = projectionFor(table);
  let members = "";
  for (let i = 0; i < labels.length; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    members += `${members === "" ? "" : ","}${labels[i]}${JSON.stringify(value)}`;
  }
  const state = `{"schema":"${schema}","table":"${table}","values":{${members}}}`;
  return `sha256:${hash("sha256", state, "hex")}`;
}

function projectionOf(name: SealedTableName): Projection {
  const { id, organisation, columns, times, expressions: given, where } = sealedTables[name];
  const expressions = new Map<string, string>([
    ...columns.map((column) => [column, `"${column}"::text`] as const),
    // Exact to the microsecond, independent of DateStyle and TimeZone.
    ...times.map((column) => [column, `extract(epoch FROM "${column}")::text`] as const),
    ...Object.entries(given),
  ]);
  const sorted = [...expressions.keys()].sort();
  const values = sorted.map((column, i) => `${expressions.get(column)} AS "v${i}"`);
  return {
    text: `SELECT "${id}"::text AS "record", ${values.join(", ")} FROM public."${name}"
      WHERE "${organisation}" = $1${where === undefined ? "" : ` AND ${where}`}`,
    byIds: ` AND "${id}" = ANY($2::text[])`,
    afterId: ` AND "${id}" COLLATE "C" > $2 ORDER BY "${id}" COLLATE "C" LIMIT $3::int`,
    labels: sorted.map((column) => `"${column}":`),
  };
}
