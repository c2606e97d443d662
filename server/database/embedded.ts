import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { findPrograms } from "./embedded/binaries";
import { type Cluster, clusterExists, createCluster, deleteCluster, openCluster } from "./embedded/cluster";
import { disposableSettings, type PostgresSettings } from "./embedded/configuration";
import { type Progress, waitForServer } from "./embedded/connection";
import {
  type Credentials,
  connectionUrl,
  createCredentials,
  databaseName,
  readCredentials,
} from "./embedded/credentials";
import { createRolesAndDatabase } from "./embedded/databases";
import { errorCode, makePrivateDirectory } from "./embedded/files";
import { readLeases, returnLease, takeLease } from "./embedded/leases";
import { withLock } from "./embedded/lock";
import { wasKilled } from "./embedded/postmaster";
import { startServer, stopServer } from "./embedded/server";
import { serverAccount } from "./embedded/system-user";

export interface EmbeddedOptions {
  /** Called with progress messages. */
  onProgress?: Progress;
  /** PostgreSQL settings that override the defaults. A running server keeps its settings. */
  settings?: PostgresSettings;
  /** Prefix of the files, for several databases in one data directory. Default: `postgres`. */
  name?: string;
  /**
   * For disposable data, as in tests: nothing is flushed to disk, and after a crash the database starts empty.
   */
  disposable?: boolean;
  /** Keeps disposable data in memory if there is enough, which makes copying a database twice as fast. */
  inMemory?: boolean;
}

export interface EmbeddedDatabase {
  /** The role that owns the database and everything in it, for migrations. */
  ownerUrl: string;
  /** The role of the application, which owns nothing and has the rights granted by migrations. */
  applicationUrl: string;
  /** Connects to the database "postgres", to create further databases. */
  superuserUrl: string;
  port: number;
  /** Whether the server was already running. */
  adopted: boolean;
  /** Releases the server, and stops it if no other live process uses it. Idempotent. */
  stop(): Promise<void>;
}

/** Starting and stopping hold the lock; a start may have to wait for crash recovery. */
const lockTimeoutMs = 15 * 60_000;
const answerTimeoutMs = 10 * 60_000;

/**
 * Runs PostgreSQL on a data directory, from the programs npm installed, listening on 127.0.0.1 only. Creates the
 * cluster, its roles and the database "governance" when they are missing.
 *
 * The directory holds `postgres/` (the cluster), `postgres-credentials.json`, `postgres-leases.json` (port and users),
 * `postgres-lock/` and `postgres.log`. Processes that use the same directory share one server. Processes and server can be
 * killed at any time: committed data is available after the next start.
 *
 * @throws an Error with instructions if the directory or the machine does not allow it.
 */
export async function startEmbedded(dataDirectory: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const onProgress = options.onProgress ?? (() => undefined);
  await makePrivateDirectory(dataDirectory);
  const files = filesOf(await realpath(dataDirectory), options.name ?? "postgres");
  try {
    return await withLock(files.lock, lockOptions(onProgress), async () => await start(files, options, onProgress));
  } catch (error) {
    if (errorCode(error) !== "EACCES" && errorCode(error) !== "EPERM") throw error;
    throw new Error(
      `${dataDirectory} holds files of another user. Run this as that user or choose another directory.`,
      {
        cause: error,
      },
    );
  }
}

interface Files {
  cluster: string;
  credentials: string;
  leases: string;
  lock: string;
  log: string;
}

function filesOf(dataDirectory: string, name: string): Files {
  const cluster = join(dataDirectory, name);
  return {
    cluster,
    credentials: `${cluster}-credentials.json`,
    leases: `${cluster}-leases.json`,
    lock: `${cluster}-lock`,
    log: `${cluster}.log`,
  };
}

async function start(files: Files, options: EmbeddedOptions, onProgress: Progress): Promise<EmbeddedDatabase> {
  const { cluster, credentials } = await prepareCluster(files, options, onProgress);
  const running = await waitForServer(cluster, credentials, answerTimeoutMs, onProgress);
  const port = running ?? (await startAndWait(files, cluster, credentials, options, onProgress));

  const token = randomUUID();
  await takeLease(files.leases, token, port);
  const stop = once(async () => await end(files, cluster, token, onProgress));
  const superuserUrl = connectionUrl("superuser", credentials, port, "postgres");
  try {
    await createRolesAndDatabase(superuserUrl, credentials);
  } catch (error) {
    if (await returnLease(files.leases, token)) await stopServer(cluster);
    throw error;
  }
  return {
    ownerUrl: connectionUrl("owner", credentials, port, databaseName),
    applicationUrl: connectionUrl("application", credentials, port, databaseName),
    superuserUrl,
    port,
    adopted: running !== undefined,
    stop,
  };
}

async function startAndWait(
  files: Files,
  cluster: Cluster,
  credentials: Credentials,
  options: EmbeddedOptions,
  onProgress: Progress,
): Promise<number> {
  const settings = { ...(options.disposable && disposableSettings), ...options.settings };
  // The server may be killed before it responds.
  for (let attempt = 1; attempt <= 3; attempt++) {
    await startServer(cluster, { settings, lastPort: (await readLeases(files.leases)).port, onProgress });
    const port = await waitForServer(cluster, credentials, answerTimeoutMs, onProgress);
    if (port !== undefined) return port;
  }
  throw new Error(`The database server exits immediately after its start. See ${files.log}.`);
}

async function prepareCluster(
  files: Files,
  options: EmbeddedOptions,
  onProgress: Progress,
): Promise<{ cluster: Cluster; credentials: Credentials }> {
  const account = await serverAccount(files.cluster);
  const programs = await findPrograms(account);
  const open = async (): Promise<Cluster> => {
    const directory = await openCluster(files.cluster, programs, account);
    return { directory, programs, account, logFile: files.log };
  };
  let credentials = await readCredentials(files.credentials);
  if (await clusterExists(files.cluster)) {
    const isGood = !options.disposable || (credentials !== undefined && (await isIntact(open)));
    if (isGood) return { cluster: await open(), credentials: credentials ?? missingCredentials(files) };
    await deleteCluster(files.cluster);
  }
  onProgress("Creating the database.");
  credentials ??= await createCredentials(files.credentials);
  const place = { durable: !options.disposable, inMemory: options.disposable === true && options.inMemory === true };
  await createCluster(files.cluster, programs, account, credentials, place);
  return { cluster: await open(), credentials };
}

/** Whether a disposable cluster can be used: it must not have crashed. */
async function isIntact(open: () => Promise<Cluster>): Promise<boolean> {
  const cluster = await open().catch(() => undefined);
  return cluster !== undefined && !(await wasKilled(cluster));
}

function missingCredentials(files: Files): never {
  throw new Error(
    `${files.credentials} is missing, and without it the database in ${files.cluster} cannot be opened. ` +
      `Restore the file, or remove ${files.cluster} as well to begin with an empty database.`,
  );
}

async function end(files: Files, cluster: Cluster, token: string, onProgress: Progress): Promise<void> {
  await withLock(files.lock, lockOptions(onProgress), async () => {
    if (await returnLease(files.leases, token)) await stopServer(cluster);
  });
}

function lockOptions(onProgress: Progress) {
  const onWait = (pid: number) => onProgress(`Waiting for process ${pid}, which is starting or stopping the database.`);
  return { timeoutMs: lockTimeoutMs, onWait };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
