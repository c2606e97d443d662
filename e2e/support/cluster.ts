import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type EmbeddedDatabase, startEmbedded } from "@/server/database/embedded";
import { findFreePort } from "@/server/database/embedded/server";
import { prepareDatabase } from "@/server/database/prepare";

/** A PostgreSQL server of a test's own, durable as in production, that may be stopped and killed. */
export interface Cluster extends Pick<EmbeddedDatabase, "applicationUrl" | "ownerUrl" | "superuserUrl"> {
  /** Starts it again on the same port, after crash recovery where that is needed. */
  start(): Promise<void>;
  /** Stops it in order and terminates open connections. */
  stop(): Promise<void>;
  /** Ends the postmaster at once (SIGKILL): its server processes notice and end too, whatever they are doing. */
  kill(): Promise<void>;
  /** Of a stopped server: keeps all of its data, to be put back into a stopped server. */
  backUp(): Promise<void>;
  /** Puts back what was kept last, and forgets everything since. */
  restore(): Promise<void>;
  /** Removes it with its data. */
  dispose(): Promise<void>;
}

/** Below the ports that the system gives to outgoing connections: one of those would be lost to them while it is down. */
const lowestPort = 20_000;
const ports = 12_000;

/** Creates a server in a temporary directory, with a database that has every migration. */
export async function startCluster(): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), "governance-e2e-"));
  await preferPort(directory, await findFreePort(lowestPort + Math.floor(Math.random() * ports)));
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

/** The embedded server takes the port it had last. */
async function preferPort(directory: string, port: number): Promise<void> {
  await writeFile(join(directory, "postgres-leases.json"), JSON.stringify({ port, holders: [] }));
}

/** With owners and rights: the server refuses a directory that is not its own. */
async function copyAnew(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await promisify(execFile)("cp", ["-a", from, to]);
}

async function postmasterPid(directory: string): Promise<number> {
  return Number.parseInt(await readFile(join(directory, "postgres/postmaster.pid"), "utf8"), 10);
}

/** Ends the server and removes its data when this process is killed. It notices because its input comes to an end. */
function watch(directory: string) {
  const script = 'read -r _; kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")"; rm -rf "$1"';
  return spawn("/bin/sh", ["-c", script, "sh", directory], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
}
