import { randomUUID } from "node:crypto";
import { link, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode, makePrivateDirectory, readJsonIfPresent, writeFileAtomically } from "./files";
import { isSameProcessRunning, type ProcessIdentity, processIdentity } from "./processes";

export interface LockOptions {
  timeoutMs: number;
  /** Called once, when the lock is held by somebody else. */
  onWait?: (holderPid: number) => void;
}

/**
 * Runs the work while no other process (and no other call in this one) holds the lock of that directory. A lock whose
 * holder was killed is taken over.
 *
 * The lock is the highest numbered file of the directory. To take it over or after its release, the next number is
 * created with its content in one step, which only one contender can do; the highest file is never removed, so a
 * contender that acted on an outdated view sees a higher number afterwards and gives way. There is no moment in which
 * a lock has to be deleted on somebody else's behalf, which is where lock files usually go wrong.
 *
 * @throws when the holder is alive and does not release the lock in time.
 */
export async function withLock<T>(directory: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  await makePrivateDirectory(directory);
  const claim = await acquire(directory, options);
  try {
    return await work();
  } finally {
    await writeFileAtomically(claim.path, JSON.stringify({ ...claim.holder, released: true }));
  }
}

interface Claim {
  path: string;
  holder: ProcessIdentity;
}

async function acquire(directory: string, options: LockOptions): Promise<Claim> {
  const holder = processIdentity(process.pid) ?? { pid: process.pid, started: "unknown" };
  const deadline = Date.now() + options.timeoutMs;
  for (let announced = false; ; ) {
    const highest = await highestClaim(directory);
    const current = await liveHolder(join(directory, String(highest)));
    if (!current) {
      const number = highest + 1;
      const path = join(directory, String(number));
      if (await createClaim(path, holder)) {
        if ((await highestClaim(directory)) === number) {
          await removeOthers(directory, number);
          return { path, holder };
        }
        await rm(path, { force: true });
      }
      continue;
    }
    if (Date.now() > deadline) {
      throw new Error(`Process ${current.pid} has held ${directory} for too long. If it hangs, end it and try again.`);
    }
    if (!announced) options.onWait?.(current.pid);
    announced = true;
    await delay(25);
  }
}

async function createClaim(path: string, holder: ProcessIdentity): Promise<boolean> {
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    await writeFileAtomically(draft, JSON.stringify(holder));
    await link(draft, path);
    return true;
  } catch (error) {
    // ENOENT: the draft fell to somebody who got the lock and cleared up.
    if (errorCode(error) === "EEXIST" || errorCode(error) === "ENOENT") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function highestClaim(directory: string): Promise<number> {
  return Math.max(0, ...(await readdir(directory)).map(Number).filter(Number.isInteger));
}

async function liveHolder(path: string): Promise<ProcessIdentity | undefined> {
  const claim = await readJsonIfPresent(path);
  if (!isIdentity(claim) || "released" in claim) return undefined;
  return isSameProcessRunning(claim) ? claim : undefined;
}

export function isIdentity(value: unknown): value is ProcessIdentity {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    typeof value.pid === "number" &&
    "started" in value &&
    typeof value.started === "string"
  );
}

async function removeOthers(directory: string, mine: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const isHigher = Number.isInteger(Number(name)) && Number(name) >= mine;
    if (!isHigher) await rm(join(directory, name), { force: true });
  }
}
