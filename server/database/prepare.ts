import { installJobQueue } from "./job-queue";
import { migrationsDirectory } from "./project";
import { applyMigrations } from "./schema-engine";

/**
 * Applies pending migrations and installs the schema of the job queue. Returns the names of the applied migrations.
 */
export async function prepareDatabase(ownerUrl: string): Promise<string[]> {
  const applied = await applyMigrations(ownerUrl, migrationsDirectory);
  await installJobQueue(ownerUrl);
  return applied;
}
