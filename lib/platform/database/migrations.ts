import { readdirSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "@/lib/platform/core/singleton";
import { pool } from "@/lib/platform/database/db";

const insufficientPrivilege = "42501";
const undefinedTable = "42P01";
const undefinedSchema = "3F000";

/** The last migration of the installed graphile-worker, whose schema `npm run db:migrate` installs too. */
export const jobQueueMigration = 19;

/**
 * This version's migrations that are not applied yet, in order, and the job queue's schema; undefined if the service's
 * role cannot read Prisma's table of migrations.
 */
export async function pendingMigrations(): Promise<string[] | undefined> {
  const applied = await appliedMigrations();
  return applied && [...ownMigrations().filter((name) => !applied.has(name)), ...(await pendingJobQueue())];
}

/**
 * Whether this version can start on the database. If the migrations table cannot be read, checks only the job
 * queue, which is installed last: while the first migration is applied, the service's role has no permission for the
 * table.
 */
export async function areMigrationsApplied(): Promise<boolean> {
  const pending = (await pendingMigrations()) ?? (await pendingJobQueue());
  return pending.length === 0;
}

async function pendingJobQueue(): Promise<string[]> {
  const pending = [`job queue, schema ${jobQueueMigration}`];
  try {
    const { rowCount } = await pool().query("SELECT FROM graphile_worker.migrations WHERE id >= $1", [
      jobQueueMigration,
    ]);
    return rowCount === 0 ? pending : [];
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if ([undefinedSchema, undefinedTable, insufficientPrivilege].includes(code)) return pending;
    throw error;
  }
}

async function appliedMigrations(): Promise<Set<string> | undefined> {
  try {
    const { rows } = await pool().query<{ migration_name: string }>(
      "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    return new Set(rows.map((row) => row.migration_name));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefinedTable) return new Set();
    if (code === insufficientPrivilege) return undefined;
    throw error;
  }
}

/** The folders of `prisma/migrations` in the working directory. */
function ownMigrations(): string[] {
  return singleton("own-migrations", () =>
    readdirSync(join(process.cwd(), "prisma", "migrations"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort(),
  );
}
