import { randomUUID } from "node:crypto";
import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { Backend } from "@/lib/storage/backend";
import type { ByteRange } from "@/lib/storage/file-storage";

/** Where files are written before they are renamed into their place. No key of a file begins like this. */
const drafts = "_drafts";

/**
 * Files in a directory that only its owner may enter. The driver writes and moves by copying into the file that readers
 * have open, and reads on after telling of an error, so that this is done here: aside, and renamed into place when whole.
 */
export function localBackend(root: string): Backend {
  const disk = new Disk(new FSDriver({ location: root, visibility: "private" }));
  return {
    disk,
    put: (key, path) => putWhole(root, path, join(root, key)),
    open: (key, range) => openPart(join(root, key), range),
    move: (from, to) => renameInto(join(root, from), join(root, to)),
    isMissing,
  };
}

async function putWhole(root: string, from: string, to: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await mkdir(join(root, drafts), { recursive: true });
  const draft = join(root, drafts, randomUUID());
  try {
    await copyFile(from, draft);
    await flush(draft);
    await renameInto(draft, to);
  } finally {
    await rm(draft, { force: true });
  }
}

async function renameInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  await flush(dirname(to));
}

/** On the disk, not only in the memory of the system: what is told to be stored must outlive a power cut. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openPart(path: string, range: ByteRange | undefined): Promise<Readable> {
  const handle = await open(path, "r");
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw Object.assign(new Error("There is a directory."), { code: "EISDIR" });
    if (range && range.start >= found.size) throw new RangeError("The file ends before the part that is asked for.");
    return handle.createReadStream(range ?? {});
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A directory, or what is below a file, is no file: where keys are names only, there is nothing of either. */
const missing: unknown[] = ["ENOENT", "ENOTDIR", "EISDIR", "E_RUNTIME_EXCEPTION"];

function isMissing(error: unknown): boolean {
  return error instanceof Error && missing.includes((error as NodeJS.ErrnoException).code);
}
