import { randomUUID } from "node:crypto";
import { link, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { errorCode, makePrivateDirectory, readJsonIfPresent, writeFileAtomically } from "./files";
import { isSameProcessRunning, ownIdentity, ProcessIdentity } from "./processes";

export interface LockOptions {
  timeoutMs: number;
  /** Called once, if another process holds the lock. */
  onWait?: (holderPid: number) => void;
}

/**
 * Runs work while holding the lock of a directory, exclusively across processes and calls. The lock of a killed holder is
 * taken over.
 *
 * The lock is the file with the highest number. To acquire it, a contender creates the next number with its content in one
 * atomic step. The highest file is never deleted, so a contender with an outdated view sees a higher number afterwards and
 * yields. No process ever deletes the lock of another one.
 *
 * @throws if the holder is alive and does not release the lock in time.
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
  const holder = ownIdentity();
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
      throw new Error(`Process ${current.pid} holds the lock ${directory}. If it hangs, stop it and try again.`);
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
    // ENOENT: the process that acquired the lock deleted the draft.
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
  const claim = Claimed.safeParse(await readJsonIfPresent(path)).data;
  return claim && !claim.released && isSameProcessRunning(claim) ? claim : undefined;
}

const Claimed = ProcessIdentity.extend({ released: z.boolean().optional() });

async function removeOthers(directory: string, mine: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const isHigher = Number.isInteger(Number(name)) && Number(name) >= mine;
    if (!isHigher) await rm(join(directory, name), { force: true });
  }
}
