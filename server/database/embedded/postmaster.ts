import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "./cluster";
import { readFileIfPresent, writeFileAtomically } from "./files";
import { commandLine, processIdentity } from "./processes";

/** What a server wrote about itself into the cluster's postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
}

// No system gives out this pid, and PostgreSQL accepts it as one of a process that has ended.
const deadPid = 2 ** 31 - 1;

/**
 * The server that runs on the cluster, if one does. A postmaster.pid that was left behind does not count, even when
 * its pid has since been given to another process.
 */
export async function runningPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const recorded = parse(await readFileIfPresent(pidFile(cluster)));
  return recorded && isPostmaster(recorded.pid, cluster.directory) ? recorded : undefined;
}

/** Whether the last server of the cluster was killed, or lost with the machine, instead of stopped. */
export async function wasKilled(cluster: Cluster): Promise<boolean> {
  const text = await readFileIfPresent(pidFile(cluster));
  return text !== undefined && (await runningPostmaster(cluster)) === undefined;
}

/**
 * Makes a postmaster.pid that was left behind harmless. PostgreSQL replaces one whose process has ended, but gives up
 * when the pid was given to another process. The file is not removed: PostgreSQL reads from it whether server
 * processes of the dead server still hold its shared memory, and must not start before they are gone.
 */
export async function disarmPidFile(cluster: Cluster): Promise<void> {
  const text = await readFileIfPresent(pidFile(cluster));
  if (text === undefined) return;
  const recorded = parse(text);
  if (!recorded) {
    await rm(pidFile(cluster));
  } else if (processIdentity(recorded.pid) && !isPostmaster(recorded.pid, cluster.directory)) {
    await writeFileAtomically(pidFile(cluster), text.replace(/^-?\d+/, String(deadPid)));
  }
}

function pidFile(cluster: Cluster): string {
  return join(cluster.directory, "postmaster.pid");
}

/** Lines of the file: pid, data directory, start time, port, socket directory, address, shared memory, status. */
function parse(text: string | undefined): Postmaster | undefined {
  const lines = (text ?? "").split("\n");
  const pid = Math.abs(Number(lines[0]));
  return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) } : undefined;
}

function isPostmaster(pid: number, directory: string): boolean {
  const command = commandLine(pid);
  // Windows does not tell, but there PostgreSQL itself sees whether a pid is one of its processes.
  if (!command) return processIdentity(pid) !== undefined;
  const [program = "", serverArguments = ""] = command.join(" ").split(" -D ");
  return /\bpostgres$/.test(program) && `${serverArguments} `.startsWith(`${directory} `);
}
