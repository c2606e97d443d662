import { hash } from "node:crypto";
import { type SealedTableName, sealedTableNames, sealedTables } from "@/lib/audit-chain/records/sealed-tables";

interface Projection {
  /** `SELECT … FROM … WHERE …` for the records of organisation $1: the id, then each value as text, in order. */
  text: string;
  /** The condition on the id, to be appended: the ids are $2. */
  byIds: string;
  /** What reads a page in the order of ids, to be appended: those after $2, at most $3. */
  afterId: string;
  /** The members of the state, each ready to precede its value: `"name":`. */
  labels: readonly string[];
}

/** The form of the hashed state. A contract: events on the chain hold hashes of this form. */
const schema = "record-state/1";

const projections = new Map<string, Projection>(sealedTableNames.map((name) => [name, projectionOf(name)]));

export function projectionFor(table: SealedTableName): Projection {
  const projection = projections.get(table);
  if (!projection) throw new Error(`${table} is not a sealed table`);
  return projection;
}

/**
 * `sha256:` and hex: the SHA-256 of the canonical JSON (RFC 8785) of a record's state, `{ schema, table, values }`. `values`
 * has each sealed column that is not null, as text.
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
    // Exact to the microsecond, whatever DateStyle and TimeZone are.
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
