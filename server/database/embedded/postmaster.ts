import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "./cluster";
import { readFileIfPresent, writeFileAtomically } from "./files";
import { commandLine, processIdentity } from "./processes";

/** The content of the cluster's postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
}

// No system assigns this pid, and PostgreSQL treats it as the pid of an ended process.
const deadPid = 2 ** 31 - 1;

/**
 * The running server of the cluster, if any. A stale postmaster.pid is ignored, even if its pid was reused.
 */
export async function runningPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const recorded = parse(await readFileIfPresent(pidFile(cluster)));
  return recorded && isPostmaster(recorded.pid, cluster.directory) ? recorded : undefined;
}

/** Whether the last server of the cluster was killed or crashed. */
export async function wasKilled(cluster: Cluster): Promise<boolean> {
  const text = await readFileIfPresent(pidFile(cluster));
  return text !== undefined && (await runningPostmaster(cluster)) === undefined;
}

/**
 * Neutralises a stale postmaster.pid. PostgreSQL replaces it if its process has ended, but fails if the pid was reused. The
 * file is not deleted, because PostgreSQL uses it to check whether processes of the dead server still use its shared memory.
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
  // On Windows this is unknown, but PostgreSQL itself checks whether the pid is one of its processes.
  if (!command) return processIdentity(pid) !== undefined;
  const [program = "", serverArguments = ""] = command.join(" ").split(" -D ");
  return /\bpostgres$/.test(program) && `${serverArguments} `.startsWith(`${directory} `);
}
