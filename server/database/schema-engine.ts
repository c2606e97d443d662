import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DiffTarget, MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import type pg from "pg";
import { withConnection } from "./embedded/databases";
import { type EngineDatabase, isRepeatable } from "./schema-engine/adapter";
import { noFilter, withSchemaEngine } from "./schema-engine/engine";
import { readMigrations, readSchema } from "./schema-engine/sources";

/**
 * Applies the pending migrations of a folder, records them in `_prisma_migrations` like `prisma migrate deploy`, and returns
 * their names. Concurrent callers take turns; a migration whose migrator was killed is repeated.
 *
 * @throws an Error with instructions if an applied migration was edited, or a migration failed, now or before. A failed script
 * is rolled back unless it contains its own transactions.
 */
export async function applyMigrations(ownerUrl: string, migrationsDirectory: string): Promise<string[]> {
  const migrationsList = await readMigrations(migrationsDirectory);
  return await withConnection(ownerUrl, async (client) => {
    await waitForLock(client, migratorLock);
    return await withSchemaEngine({ url: ownerUrl }, [], async (engine) => {
      await whileEngineIsIdle(client, async () => {
        await releaseInterrupted(client, migrationsList);
        await refuseUnsoundHistory(engine, migrationsList);
      });
      try {
        return (await engine.applyMigrations({ migrationsList, filters: noFilter })).appliedMigrationNames;
      } catch (error) {
        throw explained(error);
      }
    });
  });
}

/**
 * Marks a failed migration as rolled back, so that it is applied again the next time.
 *
 * @throws if that migration did not fail.
 */
export async function markRolledBack(ownerUrl: string, migrationName: string): Promise<void> {
  await withSchemaEngine({ url: ownerUrl }, [], async (engine) => {
    await engine.markMigrationRolledBack({ migrationName });
  });
}

/** A source of a schema: empty, a migrations folder, a Prisma schema folder, or the URL of a database. */
export type SchemaSource = "empty" | { migrations: string } | { schema: string } | { database: string };

/**
 * The SQL that converts one schema to another; undefined if they are equal. Functions, triggers, grants and check constraints,
 * which Prisma cannot express, are not compared.
 *
 * @param shadowServer server on which migrations are tested in a temporary database
 */
export async function diffSchema(
  shadowServer: { superuserUrl: string; ownerUrl: string },
  sources: { from: SchemaSource; to: SchemaSource },
): Promise<string | undefined> {
  const { from, to } = sources;
  const database: EngineDatabase = { url: databaseOf(from) ?? databaseOf(to) ?? shadowServer.ownerUrl, shadowServer };
  const datamodels = await datamodelsOf(to).then(async (files) =>
    files.length > 0 ? files : await datamodelsOf(from),
  );
  return await withSchemaEngine(database, datamodels, async (engine) => {
    const targets = { from: await diffTarget(from), to: await diffTarget(to) };
    try {
      const { exitCode, stdout } = await engine.diff({ ...targets, script: true, exitCode: true, filters: noFilter });
      return exitCode === 0 ? undefined : (stdout ?? undefined);
    } catch (error) {
      throw new Error(reason(error), { cause: error });
    }
  });
}

/** Our lock, held for the whole run. The engine's own lock covers only part of it. */
const migratorLock = 4_727_483_647;
const engineLock = 72_707_369;
const lockPauseMs = 200;

/** Another migrator (the Prisma CLI) may be running; its unfinished work is not a failure. */
async function whileEngineIsIdle(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await waitForLock(client, engineLock);
  try {
    await work();
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [engineLock]);
  }
}

/** Repeated attempts: CREATE INDEX CONCURRENTLY would wait for a session that waits for the lock in a statement. */
async function waitForLock(client: pg.Client, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [lock]);
    if (rows[0]?.taken) return;
    await delay(lockPauseMs);
  }
}

/**
 * The migrator of an unfinished migration that did not fail was interrupted. The migration can be repeated, unless it contains commands that take
 * effect outside a transaction, other than the creation of an index.
 */
async function releaseInterrupted(client: pg.Client, migrations: MigrationList): Promise<void> {
  const { rows: tables } = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
  if (!tables[0]?.present) return;
  const repeatable = migrations.migrationDirectories.filter(({ migrationFile: { content } }) => {
    return content.tag === "ok" && isRepeatable(content.value);
  });
  await client.query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
     WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NULL AND migration_name = ANY ($1)`,
    [repeatable.map(({ path }) => path)],
  );
}

async function refuseUnsoundHistory(engine: SchemaEngine, migrationsList: MigrationList): Promise<void> {
  const history = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: noFilter,
  });
  const [failed] = history.failedMigrationNames;
  if (failed !== undefined) throw new Error(`The migration ${failed} failed earlier. ${howToRepeat(failed)}`);
  const [edited] = history.editedMigrationNames;
  if (edited !== undefined) {
    throw new Error(
      `The migration ${edited} was edited after it was applied to this database. ` +
        `Restore ${join(migrationsList.baseDir, edited)} to its original state, and put the change into a new migration ` +
        "(npm run db:diff -- --name <what_changes>).",
    );
  }
}

function howToRepeat(migration: string): string {
  return `Fix its script, then run: npm run db:migrate -- --rolled-back ${migration}`;
}

/** The engine's error with instructions for the migration. */
function explained(error: unknown): unknown {
  const migration = error instanceof Error ? /migration_name="([^"]+)"/.exec(error.message)?.[1] : undefined;
  if (migration === undefined) return error;
  return new Error(`The migration ${migration} failed: ${reason(error)}\n${howToRepeat(migration)}`, { cause: error });
}

/** The engine's message without its Rust backtrace. */
function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error))
    .replace(/^\s*\d+: [\s\S]*/m, "")
    .replace(/^(Error:|external connector error|Error querying the database:)\s*/gm, "")
    .trim();
}

function databaseOf(source: SchemaSource): string | undefined {
  return typeof source === "object" && "database" in source ? source.database : undefined;
}

async function datamodelsOf(source: SchemaSource): Promise<[string, string][]> {
  return typeof source === "object" && "schema" in source ? await readSchema(source.schema) : [];
}

async function diffTarget(source: SchemaSource): Promise<DiffTarget> {
  if (source === "empty") return { tag: "empty" };
  if ("migrations" in source) return { tag: "migrations", ...(await readMigrations(source.migrations)) };
  if ("database" in source) return { tag: "schemaDatasource", files: [datasourceOnly], configDir: "." };
  const files = (await readSchema(source.schema)).map(([path, content]) => ({ path, content }));
  return { tag: "schemaDatamodel", files };
}

/** The engine reads a live database through its connection; the schema only names the provider. */
const datasourceOnly = { path: "schema.prisma", content: 'datasource db {\n  provider = "postgresql"\n}\n' };
