import { readdirSync, rmSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "governance-evidence-";
const ours = /^governance-evidence-(\d+)-/;

/**
 * Runs work with a private directory (mode 0700) and removes it. Its name has the process ID, so that others can clean
 * up.
 */
export async function withTemporaryDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Removes the directories of a process that has exited, or of this one before it exits. */
export function removeDirectoriesOf(pid: number): void {
  removeDirectories((owner) => owner === pid);
}

/**
 * Removes directories older than an hour of processes that were killed together with their parent. In a container, a
 * restarted process has the ID of the killed one.
 */
export function removeAbandonedDirectories(): void {
  const before = Date.now() - abandonedAfterMs;
  removeDirectories((owner, path) => {
    const { mtimeMs } = statSync(path);
    const isAbandoned = owner === process.pid ? mtimeMs < performance.timeOrigin : !isAlive(owner);
    return isAbandoned && mtimeMs < before;
  });
}

/**
 * A process of another machine that shares the directory does not appear to be alive here, but its work takes less time
 * than this.
 */
const abandonedAfterMs = 60 * 60_000;

function removeDirectories(isToGo: (owner: number, path: string) => boolean): void {
  for (const name of namesIn(tmpdir())) {
    const [, owner] = ours.exec(name) ?? [];
    if (owner === undefined) continue;
    const path = join(tmpdir(), name);
    try {
      if (isToGo(Number(owner), path)) rmSync(path, { recursive: true, force: true });
    } catch {
      // It belongs to another user, or was removed by another process.
    }
  }
}

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
