import { readdir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { startEmbedded } from "@/server/database/embedded";
import { clusterExists, deleteCluster } from "@/server/database/embedded/cluster";
import { errorCode } from "@/server/database/embedded/files";
import { readLeases } from "@/server/database/embedded/leases";

/** Files of the service and its database in a data directory. */
const ours = new RegExp(
  [
    /^(?:demo\.json|demo-lock|server-secret|encryption-key|checkpoint-key\.pem|evidence-key\.pem)(?:\.[\w.-]+)?$/,
    /^(?:checkpoint-keys|evidence-keys|files|signer-state)$/,
    /^checkpoint-copies\.ndjson(?:\.[\w.-]+)?$/,
    /^(?:postgres|postgres-credentials\.json|postgres-leases\.json|postgres-lock|postgres\.log)(?:\.[\w.-]+)?$/,
    /^postgres\.new-[\w-]+$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/**
 * Deletes the content of a data directory, after stopping a database server that is still running in it. @throws before
 * deleting anything if the directory has other content, or another process uses the database.
 */
export async function resetDataDirectory(dataDir: string): Promise<void> {
  const names = await entriesOf(dataDir);
  if (names.length === 0) return;
  const strangers = names.filter((name) => !ours.test(name));
  if (strangers.length > 0) {
    const shown = strangers.slice(0, 5).join(", ");
    throw new Error(
      `${dataDir} contains files that the demo did not create (${shown}), so nothing was deleted. Choose another --data-dir.`,
    );
  }
  const directory = await realpath(dataDir);
  const [user] = (await readLeases(join(directory, "postgres-leases.json"))).holders;
  if (user) throw new Error(`Process ${user.pid} uses the database of ${dataDir}. Stop it first.`);
  const cluster = join(directory, "postgres");
  if (await clusterExists(cluster)) {
    await stopOrphan(directory);
    await deleteCluster(cluster);
  }
  for (const name of names) await rm(join(directory, name), { recursive: true, force: true });
}

async function entriesOf(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** A server keeps running if all its users were killed. Starting it adopts it, and its last user stops it. */
async function stopOrphan(directory: string): Promise<void> {
  try {
    const database = await startEmbedded(directory);
    await database.stop();
  } catch {
    // A server that cannot be started is not running.
  }
}
