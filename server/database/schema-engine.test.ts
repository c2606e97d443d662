import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { createTestDatabase } from "@/tools/database/testing";
import {
  createOwnedDatabase,
  dropDatabase,
  temporaryDatabaseName,
  withConnection,
  withDatabase,
} from "./embedded/databases";
import { migrationsDirectory, schemaDirectory } from "./project";
import { applyMigrations, diffSchema, markRolledBack } from "./schema-engine";

const server = inject("testServer");

const notes = `
-- A semicolon in a comment; and functions with semicolons of their own.
CREATE TABLE "notes" (
  "id" TEXT NOT NULL,
  "body" TEXT NOT NULL DEFAULT 'a;b',
  "draft" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "notes_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "notes_body" CHECK (length("body") > 0)
);
CREATE INDEX "notes_drafts" ON "notes" ("body") WHERE (draft);
CREATE FUNCTION keep_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'notes are kept; % refused', TG_OP;
END
$$;
CREATE TRIGGER "notes_kept" BEFORE DELETE ON "notes" FOR EACH STATEMENT EXECUTE FUNCTION keep_notes();
DO $$ BEGIN PERFORM 1; PERFORM 2; END $$;
GRANT SELECT, INSERT, DELETE ON "notes" TO gas_app;
`;

let root: string;
let migrations: string;
let name: string;
let ownerUrl: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "migrations-"));
});

beforeEach(async () => {
  migrations = join(root, randomUUID());
  await mkdir(migrations);
  await writeFile(join(migrations, "migration_lock.toml"), 'provider = "postgresql"\n');
  await write("20260101000000_notes", notes);
  name = temporaryDatabaseName();
  ownerUrl = withDatabase(server.ownerUrl, name);
  await createOwnedDatabase(server.superuserUrl, name);
  return async () => await dropDatabase(server.superuserUrl, name);
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

describe("migrations", () => {
  it("are applied once, with functions, triggers and rights, and recorded as Prisma does", async () => {
    expect(await applyMigrations(ownerUrl, migrations)).toEqual(["20260101000000_notes"]);
    expect(await applyMigrations(ownerUrl, migrations)).toEqual([]);
    await write("20260102000000_more", 'ALTER TABLE "notes" ADD COLUMN "more" TEXT;');
    expect(await applyMigrations(ownerUrl, migrations)).toEqual(["20260102000000_more"]);

    await withConnection(withDatabase(server.applicationUrl, name), async (client) => {
      await client.query("INSERT INTO notes (id) VALUES ('one')");
      await expect(client.query("DELETE FROM notes")).rejects.toThrow("notes are kept; DELETE refused");
      await expect(client.query("UPDATE notes SET body = 'x'")).rejects.toThrow("permission denied");
    });
    const recorded = await query("SELECT migration_name, applied_steps_count FROM _prisma_migrations ORDER BY 1");
    expect(recorded).toEqual([
      { migration_name: "20260101000000_notes", applied_steps_count: 1 },
      { migration_name: "20260102000000_more", applied_steps_count: 1 },
    ]);
  });

  it("are applied by one of several concurrent migrators", async () => {
    const results = await Promise.all(
      Array.from({ length: 4 }, async () => await applyMigrations(ownerUrl, migrations)),
    );
    expect(results.flat()).toEqual(["20260101000000_notes"]);
  });

  it("are rejected if an applied one has been edited", async () => {
    await applyMigrations(ownerUrl, migrations);
    await write("20260101000000_notes", `${notes}-- edited`);
    await write("20260102000000_more", 'ALTER TABLE "notes" ADD COLUMN "more" TEXT;');
    await expect(applyMigrations(ownerUrl, migrations)).rejects.toThrow(
      /20260101000000_notes was edited after it was applied.*Restore .*put the change into a new migration/,
    );
    expect(await query("SELECT migration_name FROM _prisma_migrations")).toHaveLength(1);
  });

  it("that fail are rolled back, report the position and reason, and are repeated only on request", async () => {
    await write("20260102000000_bad", "CREATE TABLE half ();\n\nSELECT nothing FROM half;\n");
    await expect(applyMigrations(ownerUrl, migrations)).rejects.toThrow(
      /20260102000000_bad failed: ERROR: column "nothing" does not exist \(42703, line 3\)\n.*--rolled-back/,
    );
    expect(await query("SELECT to_regclass('half')")).toEqual([{ to_regclass: null }]);

    await write("20260102000000_bad", "CREATE TABLE half ();\n");
    await expect(applyMigrations(ownerUrl, migrations)).rejects.toThrow(/20260102000000_bad failed earlier/);
    await markRolledBack(ownerUrl, "20260102000000_bad");
    expect(await applyMigrations(ownerUrl, migrations)).toEqual(["20260102000000_bad"]);
  });

  it("do not block statements on a locked table, and retry until they get the lock", {
    tags: "full",
    timeout: 90_000,
  }, async () => {
    await applyMigrations(ownerUrl, migrations);
    await write("20260102000000_more", 'ALTER TABLE "notes" ADD COLUMN "more" TEXT;');
    await withConnection(ownerUrl, async (reader) => {
      await reader.query("BEGIN");
      await reader.query("SELECT FROM notes");
      const applied = applyMigrations(ownerUrl, migrations);
      await vi.waitUntil(
        async () => (await query("SELECT FROM pg_locks WHERE relation = 'notes'::regclass AND NOT granted")).length > 0,
      );
      await withConnection(ownerUrl, async (other) => {
        await other.query("SET statement_timeout = '8s'");
        await other.query("SELECT FROM notes");
      });
      await reader.query("COMMIT");
      expect(await applied).toEqual(["20260102000000_more"]);
    });
  });

  it("that create an index without blocking writes replace the invalid index of an interrupted attempt", async () => {
    await applyMigrations(ownerUrl, migrations);
    await query("INSERT INTO notes (id) VALUES ('one'), ('other')");
    await write(
      "20260102000000_key",
      '-- A comment.\nCREATE UNIQUE INDEX CONCURRENTLY "notes_key" ON "notes" ("body");\n',
    );
    await expect(applyMigrations(ownerUrl, migrations)).rejects.toThrow(/20260102000000_key failed: .*23505/);
    const index = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'notes_key'::regclass";
    expect(await query(index)).toEqual([{ indisvalid: false }]);
    await query("UPDATE notes SET body = id");
    // The state after a killed migrator: a started migration without a result.
    await query("UPDATE _prisma_migrations SET logs = NULL WHERE finished_at IS NULL");
    expect(await applyMigrations(ownerUrl, migrations)).toEqual(["20260102000000_key"]);
    expect(await query(index)).toEqual([{ indisvalid: true }]);
  });

  it("rebuild an index after a lock failure", { tags: "full" }, async () => {
    await applyMigrations(ownerUrl, migrations);
    await write("20260102000000_index", 'CREATE INDEX CONCURRENTLY "notes_index" ON "notes" ("body");');
    await query(`ALTER DATABASE "${name}" SET lock_timeout = '50ms'`);
    await withConnection(ownerUrl, async (writer) => {
      await writer.query("BEGIN");
      await writer.query("INSERT INTO notes (id) VALUES ('one')");
      const applied = applyMigrations(ownerUrl, migrations);
      const failed = `SELECT WHERE to_regclass('notes_index') IS NOT NULL AND NOT EXISTS (
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
          AND query LIKE 'CREATE INDEX CONCURRENTLY%')`;
      await vi.waitUntil(async () => (await query(failed)).length > 0, { timeout: 10_000 });
      await writer.query("COMMIT");
      expect(await applied).toEqual(["20260102000000_index"]);
    });
  });

  it("wait for an index build of a killed migrator, and let it finish", async () => {
    await applyMigrations(ownerUrl, migrations);
    await write("20260102000000_more", 'ALTER TABLE "notes" ADD COLUMN "more" TEXT;');
    await withConnection(ownerUrl, async (killed) => {
      // The engine's lock, which its session keeps until the build ends.
      await killed.query("SELECT pg_advisory_lock(72707369)");
      const applied = applyMigrations(ownerUrl, migrations);
      const attempts = `SELECT query_start FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid() AND query LIKE 'SELECT pg%advisory_lock($1)%'`;
      const started = await vi.waitUntil(async () => (await query(attempts))[0], { timeout: 10_000 });
      await vi.waitUntil(async () => !isDeepStrictEqual((await query(attempts))[0], started), { timeout: 10_000 });
      await killed.query('CREATE INDEX CONCURRENTLY "notes_index" ON "notes" ("body")');
      await killed.query("SELECT pg_advisory_unlock(72707369)");
      expect(await applied).toEqual(["20260102000000_more"]);
    });
  });

  it("are repeated after a migrator was interrupted", async () => {
    await write("20260102000000_slow", "CREATE TABLE slow ();\nSELECT pg_sleep(600);\n");
    const cutOff = expect(applyMigrations(ownerUrl, migrations)).rejects.toThrow();
    await vi.waitUntil(
      async () =>
        (
          await query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event = 'PgSleep'`,
          )
        ).length > 0,
      { timeout: 30_000, interval: 20 },
    );
    await cutOff;
    await write("20260102000000_slow", "CREATE TABLE slow ();\n");
    // The state after a killed migrator: a started migration without a result.
    await query("UPDATE _prisma_migrations SET logs = NULL WHERE finished_at IS NULL");
    expect(await applyMigrations(ownerUrl, migrations)).toEqual(["20260102000000_slow"]);
  });
});

describe("schema differences", () => {
  it("are found between migrations, schema and database, in either direction", { tags: "full" }, async () => {
    const schema = join(root, "schema");
    await mkdir(join(schema, "notes"), { recursive: true });
    await writeFile(
      join(schema, "schema.prisma"),
      'generator client {\n  provider = "prisma-client"\n  previewFeatures = ["partialIndexes"]\n}\n' +
        'datasource db {\n  provider = "postgresql"\n}\n',
    );
    const model = (fields: string) =>
      `model Note {\n  id String @id\n  body String @default("a;b")\n  draft Boolean @default(false)\n${fields}` +
      '  @@index([body], map: "notes_drafts", where: raw("draft"))\n  @@map("notes")\n}\n';
    await writeFile(join(schema, "notes", "notes.prisma"), model(""));
    const from = { migrations };
    expect(await diffSchema(server, { from, to: { schema } })).toBeUndefined();
    await writeFile(join(schema, "notes", "notes.prisma"), model("  more String?\n"));
    expect(await diffSchema(server, { from, to: { schema } })).toContain('ADD COLUMN     "more" TEXT');
    await applyMigrations(ownerUrl, migrations);
    expect(await diffSchema(server, { from: { schema }, to: { database: ownerUrl } })).toContain('DROP COLUMN "more"');
    expect(await diffSchema(server, { from, to: { database: ownerUrl } })).toBeUndefined();
    expect(await diffSchema(server, { from: "empty", to: from })).toMatch(/CREATE TABLE .*"notes"/);
  });

  it("name the migration that cannot be executed", { tags: "full" }, async () => {
    await write("20260102000000_bad", "SELECT nothing;");
    await expect(diffSchema(server, { from: { migrations }, to: "empty" })).rejects.toThrow(
      /20260102000000_bad` failed to apply cleanly[\s\S]*column "nothing" does not exist/,
    );
  });
});

describe("this project", () => {
  it("has migrations that produce its schema", async () => {
    const sources = { from: { migrations: migrationsDirectory }, to: { schema: schemaDirectory } };
    expect(await diffSchema(server, sources)).toBeUndefined();
  });

  it("gives each test a separate database with every migration", { tags: "full" }, async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    expect(one.applicationUrl).not.toBe(other.applicationUrl);
    expect(await applyMigrations(one.ownerUrl, migrationsDirectory)).toEqual([]);
    const open = new pg.Client(one.applicationUrl);
    open.on("error", () => undefined);
    await open.connect();
    await Promise.all([one.drop(), other.drop()]);
    await expect(withConnection(one.applicationUrl, async () => undefined)).rejects.toThrow("does not exist");
  });
});

async function write(migration: string, sql: string): Promise<void> {
  await mkdir(join(migrations, migration), { recursive: true });
  await writeFile(join(migrations, migration, "migration.sql"), sql);
}

async function query(sql: string): Promise<unknown[]> {
  return await withConnection(ownerUrl, async (client) => (await client.query(sql)).rows);
}
