import { installJobQueue } from "./job-queue";
import { migrationsDirectory } from "./project";
import { applyMigrations } from "./schema-engine";

/**
 * Brings a database to what this version of the service needs: its own migrations, then the job queue's schema. Returns
 * the names of the migrations that were applied.
 */
export async function prepareDatabase(ownerUrl: string): Promise<string[]> {
  const applied = await applyMigrations(ownerUrl, migrationsDirectory);
  await installJobQueue(ownerUrl);
  return applied;
}
