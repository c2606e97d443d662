import type { Program } from "@/cli/support/program";
import { pool } from "@/lib/platform/database/db";
import { resolveDatabase } from "./resolve";

/** Does a command's work with the database of DATABASE_URL, or else the embedded database of DATA_DIR. */
export async function withServiceDatabase<T>(program: Program, work: () => Promise<T>): Promise<T> {
  const database = await resolveDatabase({ onProgress: (sentence) => console.error(sentence) });
  process.env.DATABASE_URL = database.applicationUrl;
  program.onExit(database.stop);
  try {
    return await work();
  } catch (error) {
    const isMissingTable = error instanceof Error && "code" in error && ["P2021", "42P01"].includes(String(error.code));
    throw isMissingTable ? new Error("The database has no tables yet. Create them with: npm run db:migrate") : error;
  } finally {
    await pool().end();
    await database.stop();
  }
}
