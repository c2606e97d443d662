import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import { withConnection } from "./embedded/databases";
import { runScript } from "./schema-engine/adapter";

/** The role of the application, which the first migration creates. */
const applicationRole = "gas_app";

/** Functions and views for the application. Row-level security restricts the tables to their owner. */
const tables = ["_private_jobs", "_private_job_queues", "_private_tasks", "_private_known_crontabs"];

/**
 * Installs the schema of the job queue (`graphile_worker`) in the version of this service, and grants the application's role
 * access. Idempotent. Concurrent callers take turns.
 */
export async function installJobQueue(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [installerLock]);
    await withOwnPool(ownerUrl, (pgPool) => runMigrations({ pgPool, logger: new Logger(() => () => {}) }));
    await runScript((sql) => client.query(sql), adaptations());
  });
}

/** The version of the schema that `installJobQueue` creates. */
export function jobQueueVersion(): string {
  const manifest = createRequire(import.meta.url).resolve("graphile-worker/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  return `${version} ${adaptations()}`;
}

const installerLock = 3_141_592_654;

function adaptations(): string {
  const role = pg.escapeIdentifier(applicationRole);
  return [
    // Every added job consumes a number of the task sequence, even for a known task: 2^31 are not enough permanently.
    unless(
      `EXISTS (SELECT FROM pg_sequence WHERE seqcycle
         AND seqrelid = pg_get_serial_sequence('graphile_worker._private_tasks', 'id')::regclass)`,
      "ALTER TABLE graphile_worker._private_tasks ALTER COLUMN id SET CYCLE",
    ),
    `GRANT USAGE ON SCHEMA graphile_worker TO ${role};`,
    `GRANT SELECT ON graphile_worker.migrations, graphile_worker.jobs TO ${role};`,
    ...tables.map(
      (table) => `
      GRANT SELECT, INSERT, UPDATE, DELETE ON graphile_worker.${table} TO ${role};
      ${unless(
        `EXISTS (SELECT FROM pg_policy WHERE polrelid = 'graphile_worker.${table}'::regclass AND polname = '${applicationRole}')`,
        `CREATE POLICY ${role} ON graphile_worker.${table} TO ${role} USING (true) WITH CHECK (true)`,
      )}`,
    ),
  ].join("\n");
}

/** Statements that lock a table run only if they are needed, because all later statements on the table wait for them. */
function unless(condition: string, statement: string): string {
  return `DO $$ BEGIN IF NOT (${condition}) THEN ${statement}; END IF; END $$;`;
}

async function withOwnPool<T>(connectionString: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString, max: 2 });
  // A lost connection also fails the current query. Without a listener, this event would end the process.
  const ignoreLoss = () => {};
  pool.on("error", ignoreLoss).on("connect", (client) => client.on("error", ignoreLoss));
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
