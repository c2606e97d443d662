import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { archiveOf } from "@/lib/domains/evidence";
import { FileMissing, type FileStorage } from "@/lib/platform/storage";

/** The keys of an organisation's stored files, in the tables that name them. */
const keysQuery = `
  SELECT key FROM (
    SELECT storage_key AS key FROM evidence_packages WHERE organisation_id = $1 AND status <> 'EXPIRED'
    UNION ALL SELECT storage_key FROM reports WHERE organisation_id = $1
    UNION ALL SELECT 'log-imports/' || id FROM log_imports WHERE organisation_id = $1 AND stored_log IS NOT NULL
  ) AS files WHERE key IS NOT NULL ORDER BY key`;

/** Copies files that the target lacks. Stored files never change, except copies with more timestamps, which it copies again. */
export async function copyFiles(
  source: pg.Client,
  organisationId: string,
  { from, to }: { from: FileStorage; to: FileStorage },
): Promise<{ files: number; missing: string[] }> {
  const directory = await mkdtemp(join(tmpdir(), "move-organisation-"));
  const missing: string[] = [];
  try {
    const { rows } = await source.query<{ key: string }>(keysQuery, [organisationId]);
    for (const { key } of rows) {
      for (const file of [key, archiveOf(key)]) {
        const size = await from.sizeOf(file);
        if (size === undefined && file === key) missing.push(key);
        if (size === undefined || size === (await to.sizeOf(file))) continue;
        const path = join(directory, "file");
        try {
          await from.fetchFile(file, path);
        } catch (error) {
          // Retention deleted it.
          if (error instanceof FileMissing) continue;
          throw error;
        }
        await to.putFile(file, path);
      }
    }
    return { files: rows.length, missing };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
