import { open, readFile, realpath, rm, truncate } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Cluster, Progress } from "./cluster";
import { type Credentials, connectionUrl, withConnection } from "./databases";
import { errorCode, readFileIfPresent, writeFileAtomically } from "./files";
import { commandLine, processIdentity, runCommand } from "./processes";

/** PostgreSQL settings by name, as in postgresql.conf. */
export type PostgresSettings = Readonly<Record<string, string | number | boolean>>;

/** For a small server with durable data. */
const defaultSettings: PostgresSettings = {
  max_connections: 100,
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  wal_compression: true,
  // An acknowledged commit must be on disk.
  fsync: true,
  full_page_writes: true,
  synchronous_commit: true,
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  log_min_messages: "warning",
  // Statements contain customer data, which must not be in the server's log.
  log_min_error_statement: "panic",
  log_checkpoints: false,
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
};

export const disposableSettings: PostgresSettings = {
  fsync: false,
  full_page_writes: false,
  synchronous_commit: false,
  autovacuum: false,
  // The data, and so the WAL, may be in memory.
  max_wal_size: "512MB",
  max_connections: 300,
  shared_buffers: "128MB",
};

const logBytesMax = 10 * 1024 * 1024;
const attemptsMax = 20;
/** Crash recovery reads up to max_wal_size of log, possibly from a slow disk. */
const startTimeoutS = 600;
const sharedMemoryTimeoutMs = 60_000;
const stopTimeoutS = 60;

/**
 * Starts the server of a cluster and returns when it accepts connections. If its last port is in use, it tries others. It
 * waits for the last processes of a killed server.
 *
 * @throws with the end of the server's log if it does not start.
 */
export async function startServer(
  cluster: Cluster,
  settings: PostgresSettings,
  lastPort: number | undefined,
  onProgress: Progress,
): Promise<void> {
  const sharedMemoryDeadline = Date.now() + sharedMemoryTimeoutMs;
  let port = lastPort ?? (await findFreePort());
  for (let attempt = 1; ; attempt++) {
    await writeConfiguration(cluster.directory, { ...defaultSettings, ...settings, port });
    await disarmPidFile(cluster);
    const log = await launch(cluster);
    // Crash recovery takes longer than pg_ctl waits.
    if (await runningPostmaster(cluster)) return;
    if (/shared memory block .* is still in use/.test(log) && Date.now() < sharedMemoryDeadline) {
      onProgress("Waiting for the remaining processes of the killed database server.");
      await delay(500);
    } else if (/could not create any TCP\/IP sockets|Address already in use/.test(log) && attempt < attemptsMax) {
      onProgress(`Port ${port} is in use. Trying another one.`);
      port = await findFreePort();
    } else if (/lock file .* already exists/.test(log) && attempt < attemptsMax) {
      onProgress("The pid of the killed database server was reused. Trying again.");
    } else {
      const end = log.trimEnd().split("\n").slice(-20).join("\n");
      throw new Error(`The database server did not start. Last lines of ${cluster.logFile}:\n${end}`);
    }
  }
}

/** Stops the cluster's server, if it is running. Connections are closed after their current statement. */
export async function stopServer(cluster: Cluster): Promise<void> {
  for (const mode of ["fast", "immediate"]) {
    if (!(await runningPostmaster(cluster))) return;
    await pgCtl(cluster, "stop", ["-m", mode, "-t", String(stopTimeoutS)]);
  }
  const survivor = await runningPostmaster(cluster);
  if (survivor) throw new Error(`The database server (pid ${survivor.pid}) did not stop. See ${cluster.logFile}.`);
}

/** Starts the server and returns what it logged. */
async function launch(cluster: Cluster): Promise<string> {
  // Opened here and inherited, because the server's account may not have access.
  const log = await open(cluster.logFile, "a+", 0o600);
  try {
    if ((await log.stat()).size > logBytesMax) await truncate(cluster.logFile);
    const { size } = await log.stat();
    await pgCtl(cluster, "start", ["-t", String(startTimeoutS)], log.fd);
    return (await readFile(cluster.logFile)).subarray(size).toString();
  } finally {
    await log.close();
  }
}

async function pgCtl(cluster: Cluster, command: string, flags: string[], outputFile?: number): Promise<void> {
  const program = join(cluster.programs.directory, "pg_ctl");
  await runCommand(program, [command, "-D", cluster.directory, "-w", ...flags], {
    user: cluster.account,
    ...(outputFile !== undefined && { outputFile }),
  });
}

const configurationFile = "governance.conf";

/** Appended to the cluster's postgresql.conf once. */
export const configurationInclude = `\ninclude_if_exists = '${configurationFile}'\n`;

/** Writes the settings for the next start of the server. */
async function writeConfiguration(cluster: string, settings: PostgresSettings): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`);
  const text = `# Overwritten at every start. Do not edit.\n${lines.join("\n")}\n`;
  await writeFileAtomically(join(cluster, configurationFile), text);
}

/** A free port of 127.0.0.1: the preferred one, if possible. */
export async function findFreePort(preferred = 0): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => (preferred === 0 ? reject(error) : resolve(findFreePort())));
    server.listen({ port: preferred, host: "127.0.0.1", exclusive: true }, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const answerTimeoutMs = 10 * 60_000;

/**
 * Waits until the server of the cluster responds, and checks its identity. Returns its port, or undefined if it does not run.
 *
 * @throws if it does not accept the cluster's password, or does not respond in time.
 */
export async function waitForServer(
  cluster: Cluster,
  credentials: Credentials,
  onProgress: Progress,
): Promise<number | undefined> {
  const deadline = Date.now() + answerTimeoutMs;
  for (let announced = ""; ; await delay(100)) {
    const postmaster = await runningPostmaster(cluster);
    if (!postmaster) return undefined;
    const refusal = await tryServer(cluster, connectionUrl("superuser", credentials, postmaster.port, "postgres"));
    if (refusal === undefined) return postmaster.port;
    if (Date.now() > deadline) {
      throw new Error(
        `The database server (pid ${postmaster.pid}) did not respond within ${answerTimeoutMs / 1000} seconds: ${refusal}. ` +
          `See ${cluster.logFile}.`,
      );
    }
    if (refusal !== announced) onProgress(`Waiting for the database: ${refusal}`);
    announced = refusal;
  }
}

const wrongPassword = "28P01";

/** Why the server is not ready; undefined if it is. */
async function tryServer(cluster: Cluster, url: string): Promise<string | undefined> {
  let directory: string;
  try {
    const { rows } = await withConnection(url, (client) => client.query("SHOW data_directory"));
    directory = rows[0].data_directory;
  } catch (error) {
    if (errorCode(error) === wrongPassword) {
      throw new Error(
        `The server running on ${cluster.directory} does not accept the passwords stored next to it. ` +
          "Restore the original passwords file.",
      );
    }
    return (error as Error).message || String(errorCode(error));
  }
  if ((await realpath(directory)) === cluster.directory) return undefined;
  throw new Error(`Another database (${directory}) is listening on the port of ${cluster.directory}.`);
}

interface Postmaster {
  pid: number;
  port: number;
}

/** The running server of the cluster, if any. A stale postmaster.pid is ignored, even if its pid was reused. */
export async function runningPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const recorded = parsePidFile(await readFileIfPresent(pidFile(cluster)));
  return recorded && isPostmaster(recorded.pid, cluster.directory) ? recorded : undefined;
}

/** Whether the last server of the cluster was killed or crashed. */
export async function wasKilled(cluster: Cluster): Promise<boolean> {
  const isStopped = (await readFileIfPresent(pidFile(cluster))) === undefined;
  return !isStopped && (await runningPostmaster(cluster)) === undefined;
}

// No system assigns this pid, and PostgreSQL treats it as the pid of an ended process.
const deadPid = 2 ** 31 - 1;

/**
 * Neutralises a stale postmaster.pid. PostgreSQL replaces it if its process has ended, but fails if the pid was reused. The
 * file is not deleted, because PostgreSQL uses it to check whether processes of the dead server still use its shared memory.
 */
async function disarmPidFile(cluster: Cluster): Promise<void> {
  const text = await readFileIfPresent(pidFile(cluster));
  if (text === undefined) return;
  const recorded = parsePidFile(text);
  if (!recorded) await rm(pidFile(cluster));
  else if (processIdentity(recorded.pid) && !isPostmaster(recorded.pid, cluster.directory)) {
    await writeFileAtomically(pidFile(cluster), text.replace(/^-?\d+/, String(deadPid)));
  }
}

function pidFile(cluster: Cluster): string {
  return join(cluster.directory, "postmaster.pid");
}

/** Lines of the file: pid, data directory, start time, port, socket directory, address, shared memory, status. */
function parsePidFile(text = ""): Postmaster | undefined {
  const lines = text.split("\n");
  const pid = Math.abs(Number(lines[0]));
  return pid > 0 ? { pid, port: Number(lines[3]) } : undefined;
}

function isPostmaster(pid: number, directory: string): boolean {
  const [program = "", serverArguments = ""] = commandLine(pid).split(" -D ");
  return /\bpostgres$/.test(program) && `${serverArguments} `.startsWith(`${directory} `);
}
