import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The contents of a directory's `.pem` files in order of their names. @throws Error with the name of the file that
 * `read` rejects.
 */
export function readPemFiles<T>(directory: string, read: (text: string) => T): T[] {
  const files = namesIn(directory).filter((name) => name.endsWith(".pem"));
  return files.sort().map((name) => {
    const path = join(directory, name);
    return naming(path, () => read(readFileSync(path, "utf8")));
  });
}

/**
 * Replaces a private key file. Stores the old and new public keys first, so that signatures stay verifiable after a
 * crash. Do not run concurrently: one of the keys would be lost.
 */
export function replaceKeyFile(
  path: string,
  text: string,
  publicKeys: { directory: string; pems: ReadonlyMap<string, string> },
): void {
  mkdirSync(publicKeys.directory, { recursive: true });
  for (const [id, pem] of publicKeys.pems) writeWhole(join(publicKeys.directory, `${id}.pem`), pem);
  writeWhole(path, text);
}

/** Adds the name of the variable or file to the message of an error. */
export function naming<T>(source: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${source}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Renaming makes the replacement atomic for readers. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
