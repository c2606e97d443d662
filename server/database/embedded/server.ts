import { chown, open, stat, truncate } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Cluster } from "./cluster";
import { type PostgresSettings, writeConfiguration } from "./configuration";
import type { Progress } from "./connection";
import { disarmPidFile, runningPostmaster } from "./postmaster";
import { runCommand } from "./processes";

export interface StartOptions {
  settings: PostgresSettings;
  /** The last port, which is reused if it is free. */
  lastPort: number | undefined;
  onProgress: Progress;
  /** Finds a free port. Another process may take it before the server does. */
  findPort?: (preferred: number | undefined) => Promise<number>;
}

const megabyte = 1024 * 1024;
const logBytesMax = 10 * megabyte;
const attemptsMax = 20;
/** Crash recovery reads up to max_wal_size of log, possibly from a slow disk. */
const startTimeoutS = 600;
const sharedMemoryTimeoutMs = 60_000;
const stopTimeoutS = 60;

/**
 * Starts the server of a cluster and returns when it accepts connections. If its port is in use, it tries another one. It
 * waits for the last processes of a killed server.
 *
 * @throws with the end of the server's log if it does not start.
 */
export async function startServer(cluster: Cluster, options: StartOptions): Promise<void> {
  const findPort = options.findPort ?? findFreePort;
  const sharedMemoryDeadline = Date.now() + sharedMemoryTimeoutMs;
  let preferred = options.lastPort;
  for (let attempt = 1; ; attempt++) {
    const port = await findPort(preferred);
    await writeConfiguration(cluster.directory, port, options.settings);
    await disarmPidFile(cluster);
    const { started, log } = await launch(cluster, options.onProgress);
    // Crash recovery takes longer than pg_ctl waits.
    if (started || (await runningPostmaster(cluster))) return;
    if (/shared memory block .* is still in use/.test(log) && Date.now() < sharedMemoryDeadline) {
      options.onProgress("Waiting for the last processes of the killed database server.");
      await delay(500);
    } else if (/could not create any TCP\/IP sockets|Address already in use/.test(log) && attempt < attemptsMax) {
      options.onProgress(`Port ${port} is in use. Trying another one.`);
      preferred = undefined;
    } else if (/lock file .* already exists/.test(log) && attempt < attemptsMax) {
      options.onProgress("The pid of the killed database server was reused. Trying again.");
    } else {
      throw new Error(`The database server did not start. The end of ${cluster.logFile}:\n${lastLines(log, 20)}`);
    }
  }
}

/** Stops the cluster's server, if it is running. Connections are closed after their current statement. */
export async function stopServer(cluster: Cluster): Promise<void> {
  for (const mode of ["fast", "immediate"]) {
    if (!(await runningPostmaster(cluster))) return;
    const stopArguments = ["stop", "-D", cluster.directory, "-m", mode, "-w", "-t", String(stopTimeoutS)];
    await runCommand(cluster.programs.pgCtl, stopArguments, { user: cluster.account });
  }
  const survivor = await runningPostmaster(cluster);
  if (survivor) throw new Error(`The database server (pid ${survivor.pid}) did not stop. See ${cluster.logFile}.`);
}

async function launch(cluster: Cluster, onProgress: Progress): Promise<{ started: boolean; log: string }> {
  // Opened here and inherited, because the server's account may not have access.
  const log = await open(cluster.logFile, "a+", 0o600);
  try {
    if (cluster.account) await chown(cluster.logFile, cluster.account.uid, cluster.account.gid);
    if ((await log.stat()).size > logBytesMax) await truncate(cluster.logFile);
    const begin = (await log.stat()).size;
    const reporter = reportRecovery(cluster.logFile, begin, onProgress);
    const startArguments = ["start", "-D", cluster.directory, "-w", "-t", String(startTimeoutS)];
    const { code } = await runCommand(cluster.programs.pgCtl, startArguments, {
      user: cluster.account,
      outputFile: log.fd,
    }).finally(reporter.stop);
    return { started: code === 0, log: await readFrom(cluster.logFile, begin) };
  } finally {
    await log.close();
  }
}

/** PostgreSQL reports to its log every ten seconds while it recovers from a crash. */
function reportRecovery(logFile: string, begin: number, onProgress: Progress): { stop: () => void } {
  let reported = "";
  const timer = setInterval(async () => {
    const log = await readFrom(logFile, begin).catch(() => "");
    const recovery = log.match(/LOG: {2}((?:redo|syncing|resetting).* in progress.*|.*recovery.*)/g)?.at(-1);
    if (recovery && recovery !== reported)
      onProgress(`The database is recovering from an unclean shutdown: ${recovery}`);
    reported = recovery ?? reported;
  }, 1000);
  return { stop: () => clearInterval(timer) };
}

async function readFrom(path: string, begin: number): Promise<string> {
  const { size } = await stat(path);
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(Math.min(Math.max(size - begin, 0), megabyte));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, begin);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function lastLines(text: string, count: number): string {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}

/** A free port of 127.0.0.1: the preferred one, if possible. */
export async function findFreePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined) {
    const port = await probe(preferred).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return await probe(0);
}

async function probe(port: number): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === "object" && address !== null ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}
