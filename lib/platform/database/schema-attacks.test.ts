import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findSchemaDifferences } from "@/lib/platform/database/compare-schema";
import { withSessionSettings } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

/** Changes of the schema by the database owner and by a superuser, with the reported differences. */

const database = ownTestDatabase();
let superuser: pg.Client;

beforeAll(async () => {
  superuser = new pg.Client({ connectionString: withSessionSettings(database.superuserUrl) });
  await superuser.connect();
});

afterAll(async () => {
  await superuser.end();
});

/** Roles and settings belong to the whole server, so nothing is committed here. */
async function differencesAfter(sql: string) {
  await superuser.query("BEGIN");
  try {
    await superuser.query(
      `SET LOCAL search_path = public; ${sql}; SET LOCAL search_path = pg_catalog, public, pg_temp`,
    );
    return await findSchemaDifferences(superuser);
  } finally {
    await superuser.query("ROLLBACK");
  }
}

test("a migrated database has no differences for any role", async () => {
  for (const url of [database.applicationUrl, database.ownerUrl, database.superuserUrl]) {
    const client = new pg.Client({ connectionString: withSessionSettings(url) });
    await client.connect();
    expect(await findSchemaDifferences(client)).toEqual([]);
    await client.end();
  }
});

const shadow = "CREATE FUNCTION public.shadow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'";

type Attack = [what: string, sql: string, object: string, kind?: "changed" | "missing" | "added", total?: number];

const attacks: Attack[] = [
  [
    "a guard disabled",
    "ALTER TABLE audit_events DISABLE TRIGGER audit_events_append_only",
    "trigger audit_events.audit_events_append_only",
  ],
  [
    "a guard that replication disables",
    "ALTER TABLE chain_heads ENABLE TRIGGER chain_heads_never_deleted",
    "trigger chain_heads.chain_heads_never_deleted",
  ],
  [
    "a guard for replicas only",
    "ALTER TABLE audit_events ENABLE REPLICA TRIGGER audit_events_erase_only",
    "trigger audit_events.audit_events_erase_only",
  ],
  [
    "all guards disabled",
    "ALTER TABLE audit_events DISABLE TRIGGER USER",
    "trigger audit_events.audit_events_continue_head",
    "changed",
    3,
  ],
  [
    "a guard dropped",
    "DROP TRIGGER chain_checkpoints_append_only ON chain_checkpoints",
    "trigger chain_checkpoints.chain_checkpoints_append_only",
    "missing",
  ],
  [
    "a guard with a condition",
    `DROP TRIGGER audit_events_erase_only ON audit_events; CREATE TRIGGER audit_events_erase_only BEFORE UPDATE ON audit_events
     FOR EACH ROW WHEN (false) EXECUTE FUNCTION audit_events_erase_only(); ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_erase_only`,
    "trigger audit_events.audit_events_erase_only",
  ],
  [
    "a guard's function with another body",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS 'BEGIN RETURN NULL; END'",
    "function refuse_change()",
  ],
  [
    "a guard's function without its search path",
    "ALTER FUNCTION chain_heads_move_forward() RESET ALL",
    "function chain_heads_move_forward()",
  ],
  [
    "a guard's function with other rights",
    "ALTER FUNCTION event_erasures_erase() SECURITY INVOKER",
    "function event_erasures_erase()",
  ],
  [
    "a function with another owner",
    "ALTER FUNCTION event_erasures_erase() OWNER TO gas_app",
    "function event_erasures_erase()",
  ],
  [
    "an unknown trigger",
    `${shadow}; CREATE TRIGGER a BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION shadow()`,
    "trigger audit_events.a",
    "added",
    2,
  ],
  [
    "a function that shadows a built-in one",
    "CREATE FUNCTION public.left(text, integer) RETURNS text LANGUAGE sql AS 'SELECT $1'",
    `function public."left"(text,integer)`,
    "added",
  ],
  [
    "a primary key dropped",
    "ALTER TABLE audit_events DROP CONSTRAINT audit_events_pkey",
    "constraint audit_events.audit_events_pkey",
    "missing",
  ],
  [
    "a check dropped",
    "ALTER TABLE chain_tiles DROP CONSTRAINT chain_tiles_full",
    "constraint chain_tiles.chain_tiles_full",
    "missing",
  ],
  [
    "a check weakened",
    "ALTER TABLE members DROP CONSTRAINT members_role, ADD CONSTRAINT members_role CHECK (role <> '')",
    "constraint members.members_role",
  ],
  [
    "a check that is not validated",
    "ALTER TABLE organisations DROP CONSTRAINT organisations_tier, ADD CONSTRAINT organisations_tier CHECK (tier IN ('STARTER', 'PROFESSIONAL', 'ENTERPRISE', 'FOUNDING_PARTNER')) NOT VALID",
    "constraint organisations.organisations_tier",
  ],
  [
    "a foreign key that deletes",
    `ALTER TABLE chain_heads DROP CONSTRAINT chain_heads_organisation_id_fkey, ADD CONSTRAINT chain_heads_organisation_id_fkey
     FOREIGN KEY (organisation_id) REFERENCES organisations ON DELETE CASCADE`,
    "constraint chain_heads.chain_heads_organisation_id_fkey",
  ],
  [
    "a foreign key that is not enforced",
    "ALTER TABLE chain_heads DISABLE TRIGGER ALL",
    "constraint chain_heads.chain_heads_organisation_id_fkey",
    "changed",
    4,
  ],
  ["a unique index dropped", "DROP INDEX audit_events_no_fork", "index audit_events.audit_events_no_fork", "missing"],
  [
    "a unique index on other columns",
    "DROP INDEX audit_events_id; CREATE UNIQUE INDEX audit_events_id ON audit_events (organisation_id, id)",
    "index audit_events.audit_events_id",
  ],
  [
    "a partial unique index",
    "DROP INDEX audit_events_id; CREATE UNIQUE INDEX audit_events_id ON audit_events (id) WHERE severity = 'HIGH'",
    "index audit_events.audit_events_id",
  ],
  [
    "an invalid unique index",
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'audit_events_id'::regclass",
    "index audit_events.audit_events_id",
  ],
  [
    "a column with microseconds",
    `ALTER TABLE audit_events ALTER "timestamp" TYPE timestamptz(6)`,
    "column audit_events.timestamp",
  ],
  [
    "a nullable column",
    "ALTER TABLE audit_events ALTER content_hash DROP NOT NULL",
    "column audit_events.content_hash",
  ],
  [
    "a column of another type",
    "ALTER TABLE chain_heads ALTER block_hash TYPE varchar(200)",
    "column chain_heads.block_hash",
  ],
  [
    "a column with a default",
    "ALTER TABLE audit_events ALTER severity SET DEFAULT 'INFO'",
    "column audit_events.severity",
  ],
  [
    "a column with another collation",
    `ALTER TABLE audit_events ALTER model_id TYPE text COLLATE "C"`,
    "column audit_events.model_id",
  ],
  ["an extra column", "ALTER TABLE audit_events ADD note text", "column audit_events.note", "added"],
  [
    "a column renamed",
    "ALTER TABLE audit_events RENAME content TO hidden",
    "column audit_events.content",
    "missing",
    2,
  ],
  ["a table renamed", "ALTER TABLE audit_events RENAME TO hidden", "table audit_events", "missing", 1],
  [
    "a table in another schema",
    "CREATE SCHEMA elsewhere; ALTER TABLE chain_checkpoints SET SCHEMA elsewhere",
    "table chain_checkpoints",
    "missing",
    1,
  ],
  [
    "a view in front of a table",
    "ALTER TABLE audit_events RENAME TO hidden; CREATE VIEW audit_events AS SELECT * FROM hidden WHERE chain_position <> 5",
    "table audit_events",
    "changed",
    1,
  ],
  ["an unlogged table", "ALTER TABLE event_erasures SET UNLOGGED", "table event_erasures"],
  ["a table with another owner", "ALTER TABLE audit_events OWNER TO gas_app", "table audit_events", "changed", 2],
  ["a table with child tables", "CREATE TABLE forged () INHERITS (audit_events)", "table audit_events"],
  ["row-level security", "ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY", "table audit_events"],
  ["a policy", "CREATE POLICY hide ON audit_events USING (chain_position <> 5)", "policy audit_events.hide", "added"],
  [
    "a rule",
    "CREATE RULE drop_findings AS ON INSERT TO integrity_findings DO INSTEAD NOTHING",
    "rule integrity_findings.drop_findings",
    "added",
  ],
  ["a right to change events", "GRANT UPDATE ON audit_events TO gas_app", "grant audit_events to gas_app"],
  [
    "a right to change one column",
    "GRANT UPDATE (severity) ON audit_events TO gas_app",
    "grant audit_events.severity to gas_app",
    "added",
  ],
  ["a grantable right", "GRANT INSERT ON audit_events TO gas_app WITH GRANT OPTION", "grant audit_events to gas_app"],
  ["a right granted to PUBLIC", "GRANT SELECT ON api_keys TO PUBLIC", "grant api_keys to PUBLIC", "added"],
  [
    "a right of another role",
    "CREATE ROLE stranger; GRANT DELETE ON audit_events TO stranger",
    "grant audit_events to stranger",
    "added",
  ],
  ["a right revoked", "REVOKE SELECT ON audit_events FROM gas_app", "grant audit_events to gas_app"],
  [
    "all rights revoked",
    "REVOKE ALL ON integrity_findings FROM gas_app",
    "grant integrity_findings to gas_app",
    "missing",
  ],
  ["a right to create objects", "GRANT CREATE ON SCHEMA public TO PUBLIC", "grant schema public to PUBLIC", "added"],
  ["an application role that is a superuser", "ALTER ROLE gas_app SUPERUSER", "role gas_app", "added"],
  ["an application role that bypasses policies", "ALTER ROLE gas_app BYPASSRLS", "role gas_app", "added"],
  [
    "an application role that may become the owner",
    "CREATE ROLE login IN ROLE gas_app; GRANT gas_owner TO login",
    "role login",
    "added",
  ],
  ["an application role that may write everything", "GRANT pg_write_all_data TO gas_app", "role gas_app", "added"],
  [
    "a search path of the application role",
    "ALTER ROLE gas_app SET search_path = shadow, public",
    "setting search_path of role gas_app",
    "added",
  ],
  [
    "a search path of the database",
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = shadow', current_database()); END $$",
    "setting search_path of the database",
    "added",
  ],
  [
    "triggers disabled by a setting",
    "ALTER ROLE gas_app SET session_replication_role = replica",
    "setting session_replication_role of role gas_app",
    "added",
  ],
];

test.each(attacks)("reports %s", async (_what, sql, object, kind = "changed", total = 1) => {
  const differences = await differencesAfter(sql);
  expect(differences).toHaveLength(total);
  const found = differences?.find((one) => one.object === object);
  expect(found, JSON.stringify(differences)).toBeDefined();
  expect([found?.expected !== null, found?.actual !== null]).toEqual([kind !== "added", kind !== "missing"]);
});

test.each([
  ["an additional index", "CREATE INDEX ON audit_events (recorded_at)"],
  ["an operator's table", "CREATE TABLE operators_notes (note text)"],
  ["a reporting role", "CREATE ROLE reports; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reports"],
  ["a default search path", "ALTER ROLE gas_app SET search_path = public"],
  ["a statement timeout", "ALTER ROLE gas_app SET statement_timeout = '60s'"],
])("%s is not a difference", async (_what, sql) => {
  expect(await differencesAfter(sql)).toEqual([]);
});

test.each([
  [
    "a migration of a later version",
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '20991231000000_later', now())",
  ],
  ["a pending migration", "DELETE FROM _prisma_migrations WHERE migration_name LIKE '%delivery_reasons'"],
])("skips the comparison with %s", async (_what, sql) => {
  expect(await differencesAfter(`${sql}; DROP TRIGGER audit_events_append_only ON audit_events`)).toBeUndefined();
});

test("compares without the migrations table", async () => {
  const sql = "DROP TABLE _prisma_migrations; ALTER TABLE audit_events DISABLE TRIGGER audit_events_append_only";
  expect(await differencesAfter(sql)).toHaveLength(1);
});
