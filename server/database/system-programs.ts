import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const debianPackages = "/usr/lib/postgresql";

/**
 * The directory of a whole PostgreSQL of this system, server and pg_dump: one on the PATH, else the newest of Debian's
 * packages, which keep theirs elsewhere. Undefined where there is none.
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
