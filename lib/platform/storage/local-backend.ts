import { randomUUID } from "node:crypto";
import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { flush } from "@/lib/platform/storage/durable-files";
import type { Backend, ByteRange } from "@/lib/platform/storage/file-storage";

/** For files before they are renamed. No key starts with an underscore. */
const drafts = "_drafts";

/**
 * Files in a private directory. The driver overwrites files that readers have open, so this module
 * writes to a temporary file and renames it when it is complete.
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

async function openPart(path: string, range: ByteRange | undefined): Promise<Readable> {
  const handle = await open(path, "r");
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw Object.assign(new Error("is a directory"), { code: "EISDIR" });
    if (range && range.start >= found.size) throw new RangeError("the range starts after the end of the file");
    return handle.createReadStream(range ?? {});
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A directory, or a path below a file, is a missing file: keys name files only. */
const missing: unknown[] = ["ENOENT", "ENOTDIR", "EISDIR", "E_RUNTIME_EXCEPTION"];

function isMissing(error: unknown): boolean {
  return error instanceof Error && missing.includes((error as NodeJS.ErrnoException).code);
}
