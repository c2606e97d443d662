import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const debianPackages = "/usr/lib/postgresql";

/**
 * The directory of the system's PostgreSQL with server and pg_dump: on the PATH, or else the newest Debian package.
 * Undefined if not installed.
 */
export function systemPostgresPrograms(): string | undefined {
  const versions = existsSync(debianPackages) ? readdirSync(debianPackages) : [];
  const ofDebian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianPackages, version, "bin"));
  const onPath = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return [...onPath, ...ofDebian].find((directory) =>
    ["initdb", "pg_ctl", "postgres", "pg_dump", "pg_restore"].every((name) => existsSync(join(directory, name))),
  );
}
