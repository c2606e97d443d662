import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a private file; the text survives a power failure once this returns. `flag`: as of `open`. */
export async function writeDurably(path: string, text: string, flag: "a" | "wx"): Promise<void> {
  const file = await open(/* turbopackIgnore: true */ path, flag, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces a private file atomically; the new text survives a power failure once this returns. */
export async function replaceDurably(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    await writeDurably(draft, text, "wx");
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await flush(dirname(path));
}

/** Flushes a file or directory to disk, so that it survives a power failure. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
