import { env } from "@/lib/platform/config/env";
import { pool } from "@/lib/platform/database/db";
import { pendingMigrations } from "@/lib/platform/database/migrations";

/** Checks that the database is reachable and has all migrations. */
export async function requireMigrations(): Promise<void> {
  const { host, pathname } = new URL(env().DATABASE_URL);
  const database = `${host}${pathname}`;
  let pending: string[] | undefined;
  try {
    await pool().query("SELECT 1");
    pending = await pendingMigrations();
  } catch (error) {
    throw new Error(`The database ${database} (DATABASE_URL) is not usable: ${reason(error)}.`, { cause: error });
  }
  if (pending && pending.length > 0) {
    throw new Error(
      `The database ${database} has pending migrations. Apply them with: npm run db:migrate\n  ${pending.join("\n  ")}`,
    );
  }
}

/** An AggregateError of a connection to several addresses has no message itself. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join("; ");
  return error instanceof Error ? error.message : String(error);
}
