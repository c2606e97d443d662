import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { readCatalogue } from "@/lib/platform/database/catalogue-store";
import { withConnection } from "./embedded/databases";
import { migrationsDirectory } from "./project";

const file = join(import.meta.dirname, "../../lib/platform/database/expected-schema.json");

/** The text of `expected-schema.json`, from a database with exactly the migrations of this folder. */
export async function describeSchema(ownerUrl: string): Promise<string> {
  const entries = await readdir(migrationsDirectory, { withFileTypes: true });
  const migrations = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  const objects = await withConnection(ownerUrl, async (client) => {
    await client.query("SET search_path = pg_catalog, public, pg_temp");
    return await readCatalogue(client);
  });
  const sorted = Object.fromEntries(Object.entries(objects).sort(([one], [other]) => (one < other ? -1 : 1)));
  return `${JSON.stringify({ migrations, objects: sorted }, null, 2)}\n`;
}

export async function readExpectedSchema(): Promise<string> {
  return await readFile(file, "utf8");
}

/** Writes the file and returns its path relative to the working directory. */
export async function writeExpectedSchema(text: string): Promise<string> {
  await writeFile(file, text);
  return relative(process.cwd(), file);
}
