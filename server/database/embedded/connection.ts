import { realpath } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Cluster } from "./cluster";
import { type Credentials, connectionUrl } from "./credentials";
import { errorCode } from "./files";
import { runningPostmaster } from "./postmaster";

export type Progress = (message: string) => void;

/** Runs the work with one connection and closes it. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Without a listener, a connection that is cut while idle would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Waits until the server of the cluster responds, and checks its identity. Returns its port, or undefined if it has exited.
 *
 * @throws if it does not accept the cluster's password, or does not respond in time.
 */
export async function waitForServer(
  cluster: Cluster,
  credentials: Credentials,
  timeoutMs: number,
  onProgress: Progress,
): Promise<number | undefined> {
  const deadline = Date.now() + timeoutMs;
  let announced = "";
  for (;;) {
    const postmaster = await runningPostmaster(cluster);
    if (!postmaster) return undefined;
    const refusal = await tryServer(cluster, connectionUrl("superuser", credentials, postmaster.port, "postgres"));
    if (refusal === undefined) return postmaster.port;
    if (Date.now() > deadline) {
      throw new Error(
        `The database server (pid ${postmaster.pid}) did not answer for ${timeoutMs / 1000} seconds: ${refusal}. ` +
          `See ${cluster.logFile}.`,
      );
    }
    if (refusal !== announced) onProgress(`Waiting for the database: ${refusal}`);
    announced = refusal;
    await delay(100);
  }
}

/** Why the server is not ready; undefined if it is. */
async function tryServer(cluster: Cluster, url: string): Promise<string | undefined> {
  let directory: string;
  try {
    directory = await withConnection(
      url,
      async (client) => (await client.query("SHOW data_directory")).rows[0].data_directory,
    );
  } catch (error) {
    const wrongPassword = "28P01";
    if (errorCode(error) === wrongPassword) {
      throw new Error(
        `The server running on ${cluster.directory} does not accept the passwords kept beside it. ` +
          "Restore them as they were when the database was created.",
      );
    }
    return error instanceof Error ? error.message || String(errorCode(error)) : String(error);
  }
  if ((await realpath(directory)) === cluster.directory) return undefined;
  throw new Error(`Another database (${directory}) is listening on the port of ${cluster.directory}.`);
}
