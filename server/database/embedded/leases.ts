import { z } from "zod";
import { readJsonIfPresent, writeFileAtomically } from "./files";
import { isSameProcessRunning, ownIdentity, ProcessIdentity } from "./processes";

/**
 * The users of the server of a data directory, and its last port. Every start takes a lease and every stop returns it; the
 * server stops with the last lease. Leases of killed processes are ignored, so an orphaned server stops with the next
 * process that uses it.
 *
 * Read and written only under the data directory's lock.
 */
const Leases = z.object({
  port: z.number().optional(),
  holders: z.array(ProcessIdentity.extend({ token: z.string() })),
});
type Leases = z.infer<typeof Leases>;

/** The leases of running processes. */
export async function readLeases(path: string): Promise<Leases> {
  const stored = Leases.safeParse(await readJsonIfPresent(path)).data ?? { holders: [] };
  return { ...stored, holders: stored.holders.filter(isSameProcessRunning) };
}

export async function takeLease(path: string, token: string, port: number): Promise<void> {
  const { holders } = await readLeases(path);
  await write(path, { port, holders: [...holders, { ...ownIdentity(), token }] });
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
