import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, rm, statfs, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import pg from "pg";
import { type EmbeddedDatabase, startEmbedded } from "@/server/database/embedded";
import type { Progress } from "@/server/database/embedded/cluster";
import {
  createOwnedDatabase,
  dropDatabase,
  dropForgottenDatabases,
  temporaryDatabaseName,
  withConnection,
  withDatabase,
} from "@/server/database/embedded/databases";
import { readFileIfPresent } from "@/server/database/embedded/files";
import { jobQueueVersion } from "@/server/database/job-queue";
import { prepareDatabase } from "@/server/database/prepare";
import { migrationsDirectory } from "@/server/database/project";
import { dataDirectory } from "@/server/database/resolve";
import { readMigrations } from "@/server/database/schema-engine/sources";

/** A server with a migrated database that is copied for each test. Plain data, so it can be sent to other processes. */
export interface TestServer {
  superuserUrl: string;
  ownerUrl: string;
  applicationUrl: string;
  template: string;
}

export interface TestDatabase {
  /** URL for the application's role. */
  applicationUrl: string;
  /** URL for the role that runs migrations. */
  ownerUrl: string;
  superuserUrl: string;
  /** Removes the database and terminates its connections. */
  drop(): Promise<void>;
}

/** A disposable PostgreSQL server in `.data/test` or in memory, for tests and for trying migrations. */
export async function startDisposableServer(onProgress?: Progress): Promise<EmbeddedDatabase> {
  const directory = (await memoryDirectory(resolve(dataDirectory()))) ?? dataDirectory();
  return await startEmbedded(directory, { name: "test", disposable: true, onProgress });
}

/** The in-memory file system of Linux, and how much must be free there. */
const memory = { directory: "/dev/shm", bytesFree: 8 * 1024 ** 3 };

/**
 * An in-memory directory for a data directory, where a database is copied twice as fast; undefined without enough
 * memory. Removes those of deleted data directories.
 */
async function memoryDirectory(dataDirectory: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(memory.directory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize < memory.bytesFree) return undefined;
  const parent = join(memory.directory, `governance-audit-service-${process.getuid?.()}`);
  await mkdir(parent, { recursive: true, mode: 0o711 });
  // All users can create files in /dev/shm.
  if ((await lstat(parent)).uid !== process.getuid?.()) return undefined;
  for (const name of await readdir(parent)) {
    const owner = await readFileIfPresent(join(parent, name, "data-directory"));
    if (owner !== undefined && !existsSync(owner)) await rm(join(parent, name), { recursive: true, force: true });
  }
  const home = join(parent, createHash("sha256").update(dataDirectory).digest("hex").slice(0, 16));
  await mkdir(dataDirectory, { recursive: true });
  await mkdir(home, { recursive: true, mode: 0o700 });
  await writeFile(join(home, "data-directory"), dataDirectory);
  return home;
}

/** Starts the disposable server with a template of the current migrations. Concurrent runs share it. */
export async function startTestServer(): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const { superuserUrl, ownerUrl, applicationUrl, adopted, stop } = await startDisposableServer();
  try {
    const template = await templateName();
    await dropForgottenDatabases(superuserUrl);
    // Other runs may use a shared server with other migrations; a server that was not running is not shared.
    if (!adopted) await dropOtherTemplates(superuserUrl, template);
    await provideTemplate(superuserUrl, ownerUrl, template);
    return { server: { superuserUrl, ownerUrl, applicationUrl, template }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A separate database for a test, with empty tables. */
export async function copyTemplate(server: TestServer): Promise<TestDatabase> {
  const name = temporaryDatabaseName();
  await withConnection(server.superuserUrl, async (client) => {
    await client.query(
      `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(server.template)} STRATEGY file_copy`,
    );
  });
  return {
    applicationUrl: withDatabase(server.applicationUrl, name),
    ownerUrl: withDatabase(server.ownerUrl, name),
    superuserUrl: withDatabase(server.superuserUrl, name),
    drop: async () => await dropDatabase(server.superuserUrl, name),
  };
}

const templatePrefix = "governance_template_";
const templateLock = 3_141_592_653;

/** The template's name contains a hash of the migrations, so that a template of other migrations is never used. */
async function templateName(): Promise<string> {
  const migrations = JSON.stringify((await readMigrations(migrationsDirectory)).migrationDirectories);
  return (
    templatePrefix +
    createHash("sha256")
      .update(migrations + jobQueueVersion())
      .digest("hex")
      .slice(0, 16)
  );
}

async function provideTemplate(superuserUrl: string, ownerUrl: string, template: string): Promise<void> {
  await withConnection(superuserUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [templateLock]);
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [template]);
    if (rowCount !== 0) return;
    const draft = temporaryDatabaseName();
    await createOwnedDatabase(superuserUrl, draft);
    await prepareDatabase(withDatabase(ownerUrl, draft));
    // Renamed last, so that a template with its final name is complete. PostgreSQL copies no database with open
    // connections.
    const identifier = pg.escapeIdentifier(draft);
    await client.query(`ALTER DATABASE ${identifier} ALLOW_CONNECTIONS false`);
    await client.query(`ALTER DATABASE ${identifier} RENAME TO ${template}`);
  });
}

/** Deletes templates of earlier states of the migrations. */
async function dropOtherTemplates(superuserUrl: string, template: string): Promise<void> {
  await withConnection(superuserUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE starts_with(datname, $1) AND datname <> $2",
      [templatePrefix, template],
    );
    for (const { datname } of rows) await dropDatabase(superuserUrl, datname);
  });
}
