import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm";
import { readFileIfPresent } from "../embedded/files";

/** The migrations of a folder by name, in the engine's format. */
export async function readMigrations(directory: string): Promise<MigrationList> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: directory,
    lockfile: {
      path: "migration_lock.toml",
      content: (await readFileIfPresent(join(directory, "migration_lock.toml"))) ?? null,
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: { path: "migration.sql", content: await readScript(join(directory, name, "migration.sql")) },
      })),
    ),
  };
}

/** Path and content of every `.prisma` file below a schema folder. */
export async function readSchema(directory: string): Promise<[path: string, content: string][]> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith(".prisma"));
  if (names.length === 0) throw new Error(`No .prisma file found in ${directory}.`);
  return await Promise.all(
    names.sort().map(async (name): Promise<[string, string]> => {
      const path = join(directory, name);
      return [path, await readFile(path, "utf8")];
    }),
  );
}

type Script = MigrationList["migrationDirectories"][number]["migrationFile"]["content"];

async function readScript(path: string): Promise<Script> {
  const value = await readFileIfPresent(path);
  return value === undefined ? { tag: "error", value: `File not found: ${path}.` } : { tag: "ok", value };
}
