import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownTestDatabase } from "@/tools/database/testing";

/**
 * The rules of Citus for tables that are distributed by `organisation_id`, so that the schema can be distributed without
 * changes to its keys (docs/scale-plan.md). Citus itself is not needed: the rules are checked on PostgreSQL's catalogue.
 */

const database = ownTestDatabase();
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client(database.ownerUrl);
  await client.connect();
});
afterAll(() => client.end());

/** Copied to every node: read before the organisation is known, or referenced by all tables, and rarely written. */
const referenceTables: Record<string, string> = {
  organisations: "every table references it",
  organisation_moves: "a trigger of every table reads it",
  api_keys: "a request names only the key, whose hash is unique in the installation",
  members: "the e-mail address and the OpenID identity are unique in the installation",
  member_sessions: "a request names only the session",
  member_tokens: "a link names only the token",
  notification_preferences: "a setting of a member; the previous version names its key in an upsert",
  shadow_ai_catalogues: "shared by all organisations",
};

/** Stored on one node: not part of any organisation. */
const localTables: Record<string, string> = {
  _prisma_migrations: "the migration engine's",
  job_runs: "the queue of the embedded job engine",
  job_workers: "the processes of the embedded job engine",
  pending_effects: "effects that are due, of any organisation",
  service_processes: "the processes of the installation",
};

/** Violations that a later release removes. */
const exceptions: Record<string, string> = {
  alert_policy_states_pkey: "the previous version names its columns in ON CONFLICT; this version names the constraint",
};

const key = "organisation_id";
const undistributed = [...Object.keys(referenceTables), ...Object.keys(localTables)];

async function read<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return (await client.query<Row>(text, text.includes("$1") ? [undistributed] : [])).rows;
}

/** `$1`: the tables that are not distributed. */
const distributed = `SELECT oid, relname::text AS "table" FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> ALL ($1)`;
const columnsOf = (table: string, numbers: string) =>
  `ARRAY(SELECT attname::text FROM unnest(${numbers}::int2[]) WITH ORDINALITY AS part(attnum, place)
    JOIN pg_attribute USING (attnum) WHERE attrelid = ${table} ORDER BY place)`;

describe("tables that are distributed by organisation", () => {
  it("have a required organisation ID, and all tables are declared", async () => {
    const tables = await read<{ table: string; isRequired: boolean }>(`
      SELECT "table", coalesce(attnotnull, false) AS "isRequired" FROM (${distributed}) ours
      LEFT JOIN pg_attribute ON attrelid = ours.oid AND attname = '${key}' AND NOT attisdropped`);
    expect(tables.length).toBeGreaterThan(50);
    expect(tables.filter(({ isRequired }) => !isRequired)).toEqual([]);
    const existing = await read<{ name: string }>(
      "SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace",
    );
    const names = existing.map(({ name }) => name);
    expect(undistributed.filter((name) => !names.includes(name))).toEqual([]);
  });

  it("contain the organisation ID in every unique key and exclusion constraint", async () => {
    const found = await read<{ name: string; columns: string[] }>(`
      SELECT indexrelid::regclass::text AS name, ${columnsOf("indrelid", "indkey")} AS columns
      FROM (${distributed}) ours JOIN pg_index ON indrelid = ours.oid WHERE indisunique OR indisexclusion`);
    expect(found.length).toBeGreaterThan(60);
    const violations = found.filter(({ columns }) => !columns.includes(key)).map(({ name }) => name);
    expect(violations).toEqual(Object.keys(exceptions));
  });

  it("reference each other by keys with the organisation ID in the same position, without changing it", async () => {
    const found = await read<{ name: string; columns: string[]; referenced: string[]; changes: boolean }>(`
      SELECT conname AS name, ${columnsOf("conrelid", "conkey")} AS columns,
        ${columnsOf("confrelid", "confkey")} AS referenced,
        confdeltype IN ('n', 'd') OR confupdtype IN ('n', 'd', 'c') AS changes
      FROM (${distributed}) ours JOIN pg_constraint ON conrelid = ours.oid
      WHERE contype = 'f' AND confrelid::regclass::text <> ALL ($1)`);
    expect(found.length).toBeGreaterThan(8);
    const isAllowed = ({ columns, referenced, changes }: (typeof found)[number]) =>
      !changes && columns.includes(key) && columns.indexOf(key) === referenced.indexOf(key);
    expect(found.filter((constraint) => !isAllowed(constraint))).toEqual([]);
  });

  it("have no sequences, which would be shared by all nodes", async () => {
    const sequences = `SELECT "table", attname FROM (${distributed}) ours JOIN pg_attribute ON attrelid = ours.oid
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attidentity <> '' OR pg_get_expr(adbin, adrelid) LIKE '%nextval%'`;
    expect(await read(sequences)).toEqual([]);
  });

  it("have no constraint triggers, and their statement triggers do not join transition tables with other tables", async () => {
    const triggers = await read<{ name: string; isConstraint: boolean; transition: string | null; body: string }>(`
      SELECT "table" || '.' || tgname AS name, tgconstraint <> 0 AS "isConstraint",
        coalesce(tgnewtable, tgoldtable)::text AS transition, prosrc AS body
      FROM (${distributed}) ours JOIN pg_trigger ON tgrelid = ours.oid JOIN pg_proc ON pg_proc.oid = tgfoid
      WHERE NOT tgisinternal`);
    expect(triggers.filter(({ isConstraint }) => isConstraint)).toEqual([]);
    const tables = await read<{ table: string }>(`${distributed} OR relname = ANY ($1)`);
    const names = new RegExp(`\\b(FROM|JOIN|INTO|UPDATE) (${tables.map(({ table }) => table).join("|")})\\b`);
    const statements = triggers.flatMap(({ name, transition, body }) =>
      transition === null
        ? []
        : body
            .split(/;|\bLOOP\b/)
            .filter((text) => text.includes(transition))
            .map((text) => ({ name, text })),
    );
    expect(statements).toHaveLength(1);
    expect(statements.filter(({ text }) => names.test(text))).toEqual([]);
  });
});

it("reference and local tables reference only tables of the same kind, or reference tables", async () => {
  const found = await read<{ name: string; from: string; to: string }>(`
    SELECT conname AS name, conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint
    WHERE contype = 'f' AND conrelid::regclass::text = ANY ($1)`);
  expect(
    found.filter(({ from, to }) => !(to in referenceTables || (from in localTables && to in localTables))),
  ).toEqual([]);
});
