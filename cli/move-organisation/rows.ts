import pg from "pg";
import type { Table } from "./tables";

/** A connection to the source, in a transaction with one snapshot, and two to the target: reads need a cursor. */
export interface Databases {
  source: pg.Client;
  target: pg.Client;
  targetReads: pg.Client;
}

type Key = string[];

interface Hashed {
  key: Key;
  /** MD5 of the compared columns: detects changes, and is not evidence. */
  hash: string;
}

export interface Difference {
  kind: "missing" | "extra" | "different";
  key: Key;
}

const fetched = 5_000;
const writtenTogether = 200;

/**
 * Makes the organisation's rows of a table at the target equal to those at the source, as far as the role can: it cannot
 * change append-only rows. `condition` limits the source's rows.
 *
 * @returns the number of rows inserted or updated.
 */
export async function syncRows(databases: Databases, table: Table, organisationId: string, condition = "true") {
  let written = 0;
  const found = differences(databases, table, organisationId, condition);
  for await (const keys of keysTogether(found, ({ kind }) => kind !== "extra")) {
    await copyRows(databases, table, organisationId, keys);
    written += keys.length;
  }
  return written;
}

/** Deletes rows at the target that were deleted at the source since they were copied. */
export async function deleteExtraRows(databases: Databases, table: Table, organisationId: string): Promise<void> {
  if (!table.deletable) return;
  const text = `DELETE FROM ${table.name} WHERE ${table.organisation} = $1 AND ${keyIn(table, 2)}`;
  const found = differences(databases, table, organisationId);
  for await (const keys of keysTogether(found, ({ kind }) => kind === "extra"))
    await databases.target.query(text, [organisationId, ...transposed(table, keys)]);
}

/** The keys of the wanted differences, in parts that are written together. */
async function* keysTogether(
  found: AsyncIterable<Difference>,
  isWanted: (difference: Difference) => boolean,
): AsyncGenerator<Key[]> {
  let keys: Key[] = [];
  for await (const difference of found) {
    if (!isWanted(difference) || keys.push(difference.key) < writtenTogether) continue;
    yield keys;
    keys = [];
  }
  if (keys.length > 0) yield keys;
}

/** Compares the rows of both databases in the order of their keys, in constant memory. */
export async function* differences(
  { source, targetReads }: Databases,
  table: Table,
  organisationId: string,
  condition = "true",
): AsyncGenerator<Difference> {
  const here = readHashes(source, table, organisationId, condition);
  const there = readHashes(targetReads, table, organisationId, "true");
  try {
    let [left, right] = [await here.next(), await there.next()];
    while (!left.done || !right.done) {
      const order = left.done ? 1 : right.done ? -1 : compareKeys(table, left.value.key, right.value.key);
      if (order < 0 && !left.done) yield { kind: "missing", key: left.value.key };
      if (order > 0 && !right.done) yield { kind: "extra", key: right.value.key };
      if (order === 0 && !left.done && !right.done && left.value.hash !== right.value.hash)
        yield { kind: "different", key: left.value.key };
      if (order <= 0) left = await here.next();
      if (order >= 0) right = await there.next();
    }
  } finally {
    await here.return(undefined);
    await there.return(undefined);
  }
}

async function* readHashes(
  client: pg.Client,
  table: Table,
  organisationId: string,
  condition: string,
): AsyncGenerator<Hashed> {
  const key = table.key.map(({ name }) => `${name}::text`).join(", ");
  const order = table.key.map((part) => (isNumber(part) ? part.name : `${part.name}::text COLLATE "C"`)).join(", ");
  await client.query(`DECLARE hashes NO SCROLL CURSOR FOR
    SELECT ARRAY[${key}] AS key, md5(ROW(${quoted(table.compared)})::text) AS hash FROM ${table.name}
    WHERE ${table.organisation} = ${pg.escapeLiteral(organisationId)} AND ${condition} ORDER BY ${order}`);
  try {
    for (;;) {
      const { rows } = await client.query<Hashed>(`FETCH ${fetched} FROM hashes`);
      yield* rows;
      if (rows.length < fetched) return;
    }
  } finally {
    await client.query("CLOSE hashes");
  }
}

/** Copies rows in the text format of PostgreSQL, which preserves every value exactly. */
async function copyRows({ source, target }: Databases, table: Table, organisationId: string, keys: Key[]) {
  const { name, organisation, updatable } = table;
  const { rows } = await source.query<{ row: string }>(
    `SELECT ${name}::text AS row FROM ${name} WHERE ${organisation} = $1 AND ${keyIn(table, 2)} ORDER BY ${keyNames(table)}`,
    [organisationId, ...transposed(table, keys)],
  );
  const conflict =
    updatable.length === 0
      ? "DO NOTHING"
      : `DO UPDATE SET ${updatable.map((column) => `"${column}" = EXCLUDED."${column}"`).join(", ")}
         WHERE ${name}.${organisation} = $2`;
  await target.query(
    `INSERT INTO ${name} SELECT * FROM unnest($1::${name}[]) AS copied WHERE copied.${organisation} = $2
     ON CONFLICT (${keyNames(table)}) ${conflict}`,
    [rows.map(({ row }) => row), organisationId],
  );
}

function keyIn(table: Table, firstParameter: number): string {
  const names = table.key.map((_, index) => `k${index}`);
  const casts = table.key.map(({ type }, index) => `k${index}::${type}`);
  const lists = names.map((_, index) => `$${firstParameter + index}::text[]`);
  return `(${keyNames(table)}) IN (SELECT ${casts.join(", ")} FROM unnest(${lists.join(", ")}) AS keys(${names.join(", ")}))`;
}

function keyNames(table: Table): string {
  return quoted(table.key.map(({ name }) => name));
}

export function quoted(names: string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

function transposed(table: Table, keys: Key[]): (string | undefined)[][] {
  return table.key.map((_, index) => keys.map((key) => key[index]));
}

function isNumber({ type }: { type: string }): boolean {
  return ["bigint", "integer", "smallint"].includes(type);
}

/** The order of `readHashes`. */
function compareKeys(table: Table, left: Key, right: Key): number {
  for (const [index, part] of table.key.entries()) {
    const [a = "", b = ""] = [left[index], right[index]];
    const order = isNumber(part) ? Number(BigInt(a) - BigInt(b)) : Buffer.compare(Buffer.from(a), Buffer.from(b));
    if (order !== 0) return order;
  }
  return 0;
}
