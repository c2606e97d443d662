import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The contents of the `.pem` files of a directory in the order of their names. @throws Error that names the file which
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
 * Replaces a private key file. The old and new public keys are stored first, so that a crash leaves nothing
 * unverifiable. Of two concurrent replacements one is lost, which may have signed in between.
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
