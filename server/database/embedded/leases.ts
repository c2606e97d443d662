import { readJsonIfPresent, writeFileAtomically } from "./files";
import { isIdentity } from "./lock";
import { isSameProcessRunning, type ProcessIdentity, processIdentity } from "./processes";

/**
 * The users of the server of a data directory, and its last port. Every start takes a lease and every stop returns it; the
 * server stops with the last lease. Leases of killed processes are ignored, so an orphaned server stops with the next
 * process that uses it.
 *
 * Read and written only under the data directory's lock.
 */
export interface Leases {
  port?: number;
  holders: Lease[];
}

export interface Lease extends ProcessIdentity {
  token: string;
}

/** The leases of running processes. */
export async function readLeases(path: string): Promise<Leases> {
  const stored = await readJsonIfPresent(path);
  if (typeof stored !== "object" || stored === null) return { holders: [] };
  const holders: unknown = Reflect.get(stored, "holders");
  const port: unknown = Reflect.get(stored, "port");
  return {
    holders: Array.isArray(holders) ? holders.filter(isLease).filter(isSameProcessRunning) : [],
    ...(typeof port === "number" && { port }),
  };
}

export async function takeLease(path: string, token: string, port: number): Promise<void> {
  const { holders } = await readLeases(path);
  const self = processIdentity(process.pid) ?? { pid: process.pid, started: "unknown" };
  await write(path, { port, holders: [...holders, { ...self, token }] });
}

/** Returns the lease. True if no leases remain. */
export async function returnLease(path: string, token: string): Promise<boolean> {
  const leases = await readLeases(path);
  const holders = leases.holders.filter((lease) => lease.token !== token);
  await write(path, { ...leases, holders });
  return holders.length === 0;
}

async function write(path: string, leases: Leases): Promise<void> {
  await writeFileAtomically(path, `${JSON.stringify(leases, null, 2)}\n`);
}

function isLease(value: unknown): value is Lease {
  return isIdentity(value) && "token" in value && typeof value.token === "string";
}
