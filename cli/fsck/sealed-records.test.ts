import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyStoredChain } from "@/lib/domains/audit-chain";
import { type SealedTableName, sealedTableNames, sealedTables } from "@/lib/domains/audit-chain/records/sealed-tables";
import type { Requester } from "@/lib/domains/evidence/testing/packages";
import { temporaryDirectory } from "@/lib/domains/evidence/testing/packages";
import { everyNth } from "@/lib/platform/core/testing";
import { ownTestDatabase } from "@/tools/database/testing";
import { command } from "../fsck";
import { execute } from "../support/testing";
import { createGovernedOrganisation } from "./testing/governed-organisation";

process.env.LOG_LEVEL = "silent";
process.env.DATA_DIR = temporaryDirectory();
const database = ownTestDatabase();

let victim: Requester;
let bystander: Requester;
let owner: pg.Client;

beforeAll(async () => {
  victim = await createGovernedOrganisation();
  bystander = await createGovernedOrganisation();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await dropGuards();
}, 600_000);

afterAll(() => owner.end());

/** The database owner can remove every constraint and trigger. Then only the values reveal a change. */
async function dropGuards(): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `SELECT format('ALTER TABLE %I DROP CONSTRAINT %I CASCADE', conrelid::regclass::text, conname) AS statement
     FROM pg_constraint WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace AND conrelid <> 0
     UNION ALL
     SELECT format('ALTER TABLE %I DISABLE TRIGGER USER', relname) FROM pg_class
     WHERE relname = ANY($1) AND relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    [sealedTableNames],
  );
  for (const { statement } of rows) await owner.query(statement);
  await owner.query("DROP INDEX models_one_system_model, control_assignments_open");
}

async function verify(organisationId: string) {
  return verifyStoredChain({ organisationId });
}

interface Row {
  id: string;
  json: string;
}

async function rowsOf(table: SealedTableName, organisationId: string): Promise<Row[]> {
  const { id, organisation, where = "true" } = sealedTables[table];
  const { rows } = await owner.query<Row>(
    `SELECT "${id}" AS id, to_jsonb(t)::text AS json FROM "${table}" t
     WHERE "${organisation}" = $1 AND ${where} ORDER BY "${id}" LIMIT 1`,
    [organisationId],
  );
  return rows;
}

/** Makes edits as the owner, verifies once, and restores the tables. */
async function withEdits(edits: readonly { table: SealedTableName; edit: string; values?: unknown[] }[]) {
  const both = [victim.organisationId, bystander.organisationId];
  try {
    for (const { table, edit, values } of edits) {
      const { organisation } = sealedTables[table];
      await owner.query(
        `CREATE TEMP TABLE "kept_${table}" AS SELECT * FROM "${table}" WHERE "${organisation}" = ANY($1)`,
        [both],
      );
      expect([table, (await owner.query(edit, values)).rowCount]).not.toEqual([table, 0]);
    }
    return await verify(victim.organisationId);
  } finally {
    for (const { table } of edits) {
      await owner.query(`TRUNCATE "${table}" CASCADE`);
      await owner.query(`INSERT INTO "${table}" SELECT * FROM "kept_${table}"`);
      await owner.query(`DROP TABLE "kept_${table}"`);
    }
  }
}

/** A different value of a column's type. */
const otherValues: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  "text[]": (column) => `${column} || 'x'::text`,
  boolean: (column) => `NOT coalesce(${column}, false)`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  real: (column) => `${column} + 0.0001`,
  jsonb: () => `'{"edited": true}'`,
  "timestamp(3) with time zone": (column) => `coalesce(${column}, now()) + interval '1 millisecond'`,
};

async function firstRow(table: SealedTableName): Promise<Row> {
  const [row] = await rowsOf(table, victim.organisationId);
  if (!row) throw new Error(`${table} has no row`);
  return row;
}

/** An edit of one column of the first row of a table. */
async function editOf({ table, column }: { table: SealedTableName; column: string }) {
  const { id } = await firstRow(table);
  const { rows } = await owner.query<{ type: string }>(
    "SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2",
    [table, column],
  );
  const other = otherValues[rows[0]?.type ?? ""];
  if (!other) throw new Error(`no edit for ${table}.${column} of type ${rows[0]?.type}`);
  // A secret counts once two-factor authentication is on.
  const also = column === "totp_secret" ? ", totp_enabled_at = now()" : "";
  const set = `"${column}" = ${other(`"${column}"`)}${also}`;
  return {
    table,
    column,
    id,
    edit: `UPDATE "${table}" SET ${set} WHERE "${sealedTables[table].id}" = $1`,
    values: [id],
  };
}

/** Adds a copy of the first row of a table. */
async function addedRow(table: SealedTableName) {
  const { json } = await firstRow(table);
  const { id } = sealedTables[table];
  const unique = {
    members: "email",
    api_keys: "key_hash",
    evidence_packages: "package_hash",
    shadow_ai_tickets: "detection_id",
  }[table as string];
  const copy = { ...JSON.parse(json), [id]: "added_by_owner", ...(unique && { [unique]: "other" }) };
  if (table === "models") copy.system = false;
  if (table === "shadow_ai_detections") copy.fingerprint = "f".repeat(64);
  if (table === "shadow_ai_exception_requests") copy.status = "WITHDRAWN";
  if (table === "shadow_ai_identifications") copy.user_key = null;
  const edit = `INSERT INTO "${table}" SELECT * FROM jsonb_populate_record(NULL::"${table}", $1)`;
  return { table, edit, values: [JSON.stringify(copy)] };
}

test("the projections cover all columns of the database, each sealed or excluded with a reason", async () => {
  for (const table of sealedTableNames) {
    const { rows } = await owner.query<{ name: string }>(
      "SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped",
      [table],
    );
    const { columns, times, expressions, except } = sealedTables[table];
    const known = [...columns, ...times, ...Object.keys(expressions), ...Object.keys(except)].sort();
    expect([table, rows.map(({ name }) => name).sort()]).toEqual([table, known]);
  }
});

test("an unchanged organisation has no findings, and every table has a sealed record", async () => {
  for (const { organisationId } of [victim, bystander]) {
    const report = await verify(organisationId);
    expect(report).toMatchObject({ status: "ok", verdicts: { records: "ok" }, findings: [], recordsUnsealed: 0 });
    for (const table of sealedTableNames)
      expect([table, await rowsOf(table, organisationId)]).toMatchObject([table, [{}]]);
    expect(report.recordsVerified).toBeGreaterThanOrEqual(sealedTableNames.length);
  }
});

function sealedColumns(table: SealedTableName): string[] {
  const { columns, times, expressions } = sealedTables[table];
  return [...columns, ...times, ...Object.keys(expressions)];
}

test("there are at least 60 edits", () => {
  expect(sealedTableNames.flatMap(sealedColumns).length).toBeGreaterThanOrEqual(60);
});

/** One verification reveals the edits of all tables: the first column of each table, then the second one, and so on. */
const rounds = Array.from(
  { length: Math.max(...sealedTableNames.map((table) => sealedColumns(table).length)) },
  (_, round) =>
    sealedTableNames.flatMap((table) => {
      const column = sealedColumns(table)[round];
      return column === undefined ? [] : [{ table, column }];
    }),
);

describe("the verification reports edits by the database owner", () => {
  test.each(
    everyNth(
      rounds.map((edited, round) => ({ round: round + 1, edited })),
      6,
    ),
  )("of column $round of each table", async ({ edited }) => {
    const edits = await Promise.all(edited.map(editOf));
    const report = await withEdits(edits);
    expect(report).toMatchObject({ status: "failed", verdicts: { content: "ok", linkage: "ok", records: "failed" } });
    const found = edits.map(({ table, column, id }) => ({
      table,
      column,
      findings: report.findings.filter((finding) => finding.table === table && finding.recordId === id),
    }));
    const finding = { eventId: expect.stringMatching(/^evt_/), chainPosition: expect.any(Number) };
    expect(found).toMatchObject(edits.map(({ table, column }) => ({ table, column, findings: [finding] })));
    for (const { findings } of found) expect(findings[0]?.chainPosition).toBeGreaterThan(0);
  });

  test("a deleted row of each table", async () => {
    const edits = await Promise.all(
      sealedTableNames.map(async (table) => {
        const { id } = await firstRow(table);
        return { table, id, edit: `DELETE FROM "${table}" WHERE "${sealedTables[table].id}" = $1`, values: [id] };
      }),
    );
    const report = await withEdits(edits);
    const missing = report.findings.filter(({ code }) => code === "record_missing");
    const found = missing.map(({ table, recordId, actual }) => ({ table, id: recordId, actual }));
    expect(found).toEqual(expect.arrayContaining(edits.map(({ table, id }) => ({ table, id, actual: null }))));
  });

  test("a row added to each table", async () => {
    const tables = sealedTableNames.filter(
      (table) => sealedTables[table].id !== sealedTables[table].organisation && table !== "shadow_ai_settings",
    );
    const report = await withEdits(await Promise.all(tables.map(addedRow)));
    const added = report.findings.map(({ code, table, recordId, eventId }) => ({ code, table, recordId, eventId }));
    const expected = tables.map((table) => ({
      code: "record_added",
      table,
      recordId: "added_by_owner",
      eventId: null,
    }));
    expect(added).toHaveLength(expected.length);
    expect(added).toEqual(expect.arrayContaining(expected));
  });

  test("a row moved to another organisation, in both", async () => {
    const { id } = await firstRow("api_keys");
    const edit = "UPDATE api_keys SET organisation_id = $2 WHERE id = $1";
    const report = await withEdits([{ table: "api_keys", edit, values: [id, bystander.organisationId] }]);
    expect(report.findings).toMatchObject([{ code: "record_missing", table: "api_keys", recordId: id }]);
  });

  test("a change of a microsecond after the column's precision was increased", async () => {
    await owner.query("ALTER TABLE api_keys ALTER COLUMN created_at TYPE timestamptz(6)");
    const { id } = await firstRow("api_keys");
    const edit = "UPDATE api_keys SET created_at = created_at + interval '1 microsecond' WHERE id = $1";
    const report = await withEdits([{ table: "api_keys", edit, values: [id] }]);
    expect(report.findings).toMatchObject([{ code: "record_changed", table: "api_keys", recordId: id }]);
    expect((await verify(victim.organisationId)).status).toBe("ok");
  });
});

test("fsck reports the record, as text and JSON", async () => {
  const [row] = await rowsOf("members", victim.organisationId);
  const directory = await mkdtemp(join(tmpdir(), "fsck-records-"));
  await owner.query("UPDATE members SET role = 'ADMIN' WHERE id = $1", [row?.id]);
  try {
    const run = (...argv: string[]) => execute(command, [...argv, "--without-schema"]);
    const text = await run("--organisation", victim.organisationId);
    expect([text.status, text.out]).toEqual([
      1,
      expect.stringMatching(new RegExp(`record_changed members ${row?.id}; expected sha256:`)),
    ]);
    const json = await run("--organisation", victim.organisationId, "--json");
    expect(JSON.parse(json.out)).toMatchObject({
      organisations: [{ verdicts: { records: "failed" }, findings: [{ table: "members", recordId: row?.id }] }],
    });
    expect((await run("--organisation", bystander.organisationId)).out).toContain("governed records verified");
  } finally {
    await owner.query("UPDATE members SET role = $2 WHERE id = $1", [row?.id, JSON.parse(row?.json ?? "{}").role]);
    await rm(directory, { recursive: true });
  }
});
