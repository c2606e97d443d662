import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { type Cluster, type Progress, prepareCluster } from "./embedded/cluster";
import { type Credentials, connectionUrl, createRolesAndDatabase, databaseName } from "./embedded/databases";
import { errorCode, makePrivateDirectory } from "./embedded/files";
import { readLeases, returnLease, takeLease } from "./embedded/leases";
import { withLock } from "./embedded/lock";
import { disposableSettings, startServer, stopServer, waitForServer } from "./embedded/server";

export interface EmbeddedOptions {
  /** Called with progress messages. */
  onProgress?: Progress | undefined;
  /** Prefix of the files, for several databases in one data directory. Default: `postgres`. */
  name?: string;
  /**
   * For disposable data, as in tests: nothing is flushed to disk, and after a crash the database starts empty.
   */
  disposable?: boolean;
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
  const { onProgress = () => undefined, name = "postgres", disposable = false } = options;
  await makePrivateDirectory(dataDirectory);
  const path = join(await realpath(dataDirectory), name);
  const leases = `${path}-leases.json`;
  const onWait = (pid: number) => onProgress(`Waiting for process ${pid}, which is starting or stopping the database.`);
  const locked = <T>(work: () => Promise<T>) => withLock(`${path}-lock`, { timeoutMs: lockTimeoutMs, onWait }, work);
  const release = async (cluster: Cluster, token: string) => {
    if (await returnLease(leases, token)) await stopServer(cluster);
  };

  async function start(): Promise<EmbeddedDatabase> {
    const { cluster, credentials } = await prepareCluster(path, disposable, onProgress);
    const running = await waitForServer(cluster, credentials, onProgress);
    const port = running ?? (await startAndWait(cluster, credentials));
    const token = randomUUID();
    await takeLease(leases, token, port);
    const superuserUrl = connectionUrl("superuser", credentials, port, "postgres");
    try {
      await createRolesAndDatabase(superuserUrl, credentials);
    } catch (error) {
      await release(cluster, token);
      throw error;
    }
    let stopping: Promise<void> | undefined;
    return {
      ownerUrl: connectionUrl("owner", credentials, port, databaseName),
      applicationUrl: connectionUrl("application", credentials, port, databaseName),
      superuserUrl,
      port,
      adopted: running !== undefined,
      stop: () => {
        stopping ??= locked(() => release(cluster, token));
        return stopping;
      },
    };
  }

  async function startAndWait(cluster: Cluster, credentials: Credentials): Promise<number> {
    const { port: lastPort } = await readLeases(leases);
    await startServer(cluster, disposable ? disposableSettings : {}, lastPort, onProgress);
    const port = await waitForServer(cluster, credentials, onProgress);
    if (port !== undefined) return port;
    throw new Error(`The database server exited immediately after it started. See ${cluster.logFile}.`);
  }

  try {
    return await locked(start);
  } catch (error) {
    if (errorCode(error) !== "EACCES" && errorCode(error) !== "EPERM") throw error;
    throw new Error(
      `${dataDirectory} contains files of another user. Run this command as that user, or choose another directory.`,
      { cause: error },
    );
  }
}
