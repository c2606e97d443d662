import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Runs after an installation: removes files of dependencies that this project never loads, about 190 MB. These are
 * fonts in weights that lib/platform/pdf/fonts does not use, and Prisma's query compilers for databases other than
 * PostgreSQL.
 */
const root = join(import.meta.dirname, "..");
const modules = join(root, "node_modules");
const fonts = readFileSync(join(root, "lib/platform/pdf/fonts/font-files.ts"), "utf8");

prune("@expo-google-fonts", (path) => path.endsWith(".ttf") && !fonts.includes(`@expo-google-fonts/${path}`));
const otherDatabases = /query_compiler_\w+\.(?:cockroachdb|mysql|sqlite|sqlserver)\./;
for (const folder of ["@prisma/client/runtime", "prisma/build"]) prune(folder, (path) => otherDatabases.test(path));

function prune(folder: string, isUnused: (path: string) => boolean): void {
  const directory = join(modules, folder);
  if (!existsSync(directory)) return;
  for (const path of readdirSync(directory, { recursive: true, encoding: "utf8" }))
    if (isUnused(path.replaceAll("\\", "/"))) rmSync(join(directory, path));
}
