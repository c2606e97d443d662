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
  /** Told in sentences what takes time. */
  onProgress?: Progress;
  /** Settings of PostgreSQL instead of the defaults. A server that runs already keeps its own. */
  settings?: PostgresSettings;
  /** Tells several databases in one data directory apart: their files begin with it. Default: `postgres`. */
  name?: string;
  /**
   * For data that may be thrown away, as in tests: nothing is forced to disk, and after a crash the database starts
   * from nothing.
   */
  disposable?: boolean;
  /** Keeps disposable data in memory where the machine has enough of it: copying a database takes half as long. */
  inMemory?: boolean;
}

export interface EmbeddedDatabase {
  /** For migrations: the role that owns the database and everything in it. */
  ownerUrl: string;
  /** For the application: a role that owns nothing and has the rights the migrations give it. */
  applicationUrl: string;
  /** For creating further databases: connects to the database "postgres". */
  superuserUrl: string;
  port: number;
  /** Whether the server ran already. */
  adopted: boolean;
  /** Ends our use of the server, and the server when no other living process uses it. May be called twice. */
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
 * `postgres-lock/` and `postgres.log`. Processes that use the same directory share one server. Any of them, and the
 * server, may be killed at any moment: what was committed is there after the next start.
 *
 * @throws an Error that says what to do when the directory or the machine does not allow it.
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
  // Somebody may kill the server before it has answered once.
  for (let attempt = 1; attempt <= 3; attempt++) {
    await startServer(cluster, { settings, lastPort: (await readLeases(files.leases)).port, onProgress });
    const port = await waitForServer(cluster, credentials, answerTimeoutMs, onProgress);
    if (port !== undefined) return port;
  }
  throw new Error(`The database server ends right after its start. See ${files.log}.`);
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

/** Whether a cluster that is written without regard for crashes can be used: it has not seen one. */
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
  const onWait = (pid: number) => onProgress(`Waiting for process ${pid}, which starts or stops the database.`);
  return { timeoutMs: lockTimeoutMs, onWait };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
