import { existsSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@/server/database/embedded/processes";
import { findFreePort } from "@/server/database/embedded/server";
import { serverAccount } from "@/server/database/embedded/system-user";
import { systemPostgresPrograms } from "@/server/database/system-programs";

/** A PostgreSQL server from the system's packages, as operators use it, with its dump and restore programs. */
export interface SystemPostgres {
  superuserUrl: string;
  /** The directory of its programs, for the PATH. */
  programs: string;
  /** Stops it and deletes its data. Can be called twice. */
  destroy(): Promise<void>;
}

/** Starts an empty server of the installed version, on a free port of 127.0.0.1, with data in a temporary directory. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const programs = programsDirectory();
  const directory = await mkdtemp(join(tmpdir(), "governance-postgres-"));
  const data = join(directory, "data");
  const account = await serverAccount(data);
  if (account) await chown(directory, account.uid, account.gid);
  const port = await findFreePort(undefined);

  const run = async (program: string, argv: string[]) => {
    const { code, output } = await runCommand(join(programs, program), argv, { user: account, directory });
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.trim()}`);
  };
  // Allows local users to connect during a test. The database contains no valuable data.
  await run("initdb", [
    "-D",
    data,
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  await run("pg_ctl", ["start", "-D", data, "-w", "-l", join(directory, "log"), "-o", settings]);

  return {
    superuserUrl: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    programs,
    async destroy() {
      if (!existsSync(directory)) return;
      await run("pg_ctl", ["stop", "-D", data, "-m", "immediate", "-w"]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function programsDirectory(): string {
  const found = systemPostgresPrograms();
  if (found !== undefined) return found;
  throw new Error("This test needs PostgreSQL's programs (Debian: apt-get install postgresql).");
}
