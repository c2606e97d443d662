import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Reads a secret file (mode 0600), creating it if necessary. Linking a finished file is atomic: processes that start at
 * the same time all read the same text.
 */
export function secretFile(path: string, create: () => string): string {
  return readIfPresent(path) ?? persist(path, create());
}

/** For text that takes long to create. */
export async function secretFileAsync(path: string, create: () => Promise<string>): Promise<string> {
  return readIfPresent(path) ?? persist(path, await create());
}

/** Writes the file unless another process has, and returns its text. */
function persist(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, "utf8");
}

export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
