import { readdirSync, rmSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "governance-evidence-";
const ours = /^governance-evidence-(\d+)-/;

/**
 * Does work with a directory that nobody else can read (mode 0700) and that is gone afterwards, also where the work throws.
 * Its name has the process's id, so that others can tell what a killed one left.
 */
export async function withScratch<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Removes, at once, the directories of a process that has ended, or of this one, which ends in the middle of its work. */
export function removeScratchOf(pid: number): void {
  removeScratch((owner) => owner === pid);
}

/** Removes the directories of processes that were killed with whoever started them, when they are an hour old. */
export function removeAbandonedScratch(): void {
  const before = Date.now() - abandonedAfterMs;
  removeScratch((owner, path) => !isAlive(owner) && statSync(path).mtimeMs < before);
}

/** Another machine's process, seen through a shared directory, is not alive here: its work takes less than that. */
const abandonedAfterMs = 60 * 60_000;

function removeScratch(isToGo: (owner: number, path: string) => boolean): void {
  for (const name of namesIn(tmpdir())) {
    const [, owner] = ours.exec(name) ?? [];
    if (owner === undefined) continue;
    const path = join(tmpdir(), name);
    try {
      if (isToGo(Number(owner), path)) rmSync(path, { recursive: true, force: true });
    } catch {
      // Another user's, or removed by somebody else at the same time: not ours to remove.
    }
  }
}

/** Nothing where there is no such directory any more: whatever was to go is gone with it. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
