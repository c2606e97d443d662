import type { Program } from "@/cli/support/program";
import { pool } from "@/lib/platform/database/db";
import { resolveDatabase } from "./resolve";

/** Points the service's code at the database of this command. Answers what ends the command's use of it. */
export async function openServiceDatabase(program: Program): Promise<() => Promise<void>> {
  const database = await resolveDatabase({ onProgress: (sentence) => console.error(sentence) });
  process.env.DATABASE_URL = database.applicationUrl;
  program.onExit(database.stop);
  return async () => {
    await pool().end();
    await database.stop();
  };
}

/** The error, or where it is that the database has no tables, a sentence about what makes them. */
export function explainMissingTables(error: unknown): unknown {
  const missing = error instanceof Error && "code" in error && (error.code === "P2021" || error.code === "42P01");
  return missing ? new Error("The database has no tables yet. npm run db:migrate makes them.") : error;
}
