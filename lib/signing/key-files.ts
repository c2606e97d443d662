import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What stands in the `.pem` files of a directory, in the order of their names; nothing where there is no directory. Throws
 * an Error that names the file which `read` does not take.
 */
export function readPemFiles<T>(directory: string, read: (text: string) => T): T[] {
  const files = namesIn(directory).filter((name) => name.endsWith(".pem"));
  return files.sort().map((name) => {
    const path = join(directory, name);
    return naming(path, () => read(readFileSync(path, "utf8")));
  });
}

/**
 * Puts another private key into a file, where it is the current one from then on. The public keys of the old and the new one
 * are kept in a directory before: a crash in between leaves nothing that does not verify, and of two replacements at once
 * one is lost, which may have signed in between.
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

/** Names the variable or file that something is read from in whatever is wrong with it. */
export function naming<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`);
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

/** Renaming a finished file into place is atomic: who reads sees the old text or the new one. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
