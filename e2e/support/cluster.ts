import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type EmbeddedDatabase, startEmbedded } from "@/server/database/embedded";
import { findFreePort } from "@/server/database/embedded/server";
import { prepareDatabase } from "@/server/database/prepare";

/** A PostgreSQL server for one test, durable as in production, that can be stopped and killed. */
export interface Cluster extends Pick<EmbeddedDatabase, "applicationUrl" | "ownerUrl" | "superuserUrl"> {
  /** Starts it again on the same port, with crash recovery if necessary. */
  start(): Promise<void>;
  /** Shuts it down and terminates open connections. */
  stop(): Promise<void>;
  /** Kills the postmaster with SIGKILL. Its server processes detect this and end too, in any state. */
  kill(): Promise<void>;
  /** Copies all data of the stopped server. */
  backUp(): Promise<void>;
  /** Replaces the data of the stopped server with the last copy. */
  restore(): Promise<void>;
  /** Stops the server and deletes its data. */
  dispose(): Promise<void>;
}

const lowestPort = 20_000;
const ports = 12_000;

/**
 * A free port for a server that is killed and started again: below the ports that the system uses for outgoing
 * connections, which could take the port while the server is down.
 */
export async function findLastingPort(): Promise<number> {
  return await findFreePort(lowestPort + Math.floor(Math.random() * ports));
}

/** Creates a server in a temporary directory, with a database that has every migration. */
export async function startCluster(): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), "governance-e2e-"));
  await preferPort(directory, await findLastingPort());
  const watchdog = watch(directory);
  let database = await startEmbedded(directory);
  await prepareDatabase(database.ownerUrl);
  const { applicationUrl, ownerUrl, superuserUrl, port } = database;

  return {
    applicationUrl,
    ownerUrl,
    superuserUrl,
    async start() {
      database = await startEmbedded(directory);
      if (database.port !== port) throw new Error(`port ${port} of the stopped database was taken by another process`);
    },
    stop: () => database.stop(),
    async kill() {
      process.kill(await postmasterPid(directory), "SIGKILL");
      await database.stop();
    },
    backUp: () => copyAnew(join(directory, "postgres"), join(directory, "backup")),
    restore: () => copyAnew(join(directory, "backup"), join(directory, "postgres")),
    async dispose() {
      await database.stop();
      watchdog.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The embedded server uses the port that it had last. */
async function preferPort(directory: string, port: number): Promise<void> {
  await writeFile(join(directory, "postgres-leases.json"), JSON.stringify({ port, holders: [] }));
}

/** Keeps owners and permissions: the server rejects a directory that it does not own. */
async function copyAnew(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await promisify(execFile)("cp", ["-a", from, to]);
}

async function postmasterPid(directory: string): Promise<number> {
  return Number.parseInt(await readFile(join(directory, "postgres/postmaster.pid"), "utf8"), 10);
}

/** Stops the server and deletes its data if this process is killed, which the script notices when its input ends. */
function watch(directory: string) {
  const script = 'read -r _; kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")"; rm -rf "$1"';
  return spawn("/bin/sh", ["-c", script, "sh", directory], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
}
