import { env } from "@/lib/platform/config/env";
import { pool } from "@/lib/platform/database/db";
import { pendingMigrations } from "@/lib/platform/database/migrations";

/** Makes sure that the database can be used. Throws a sentence that says what to do when it cannot. */
export async function requireMigrations(): Promise<void> {
  const { host, pathname } = new URL(env().DATABASE_URL);
  const database = `${host}${pathname}`;
  let pending: string[] | undefined;
  try {
    await pool().query("SELECT 1");
    pending = await pendingMigrations();
  } catch (error) {
    throw new Error(`The database ${database} (DATABASE_URL) cannot be used: ${reason(error)}.`, { cause: error });
  }
  if (pending && pending.length > 0) {
    throw new Error(
      `The database ${database} lacks migrations. Apply them with: npm run db:migrate.\n  ${pending.join("\n  ")}`,
    );
  }
}

/** A failed connection to a name with several addresses has its reasons inside, and no message of its own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join("; ");
  return error instanceof Error ? error.message : String(error);
}
