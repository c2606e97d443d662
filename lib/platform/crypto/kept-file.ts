import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The text of a file that only its owner may read (mode 0600), made by `make` where the file is not there yet. Linking a
 * finished file into place is atomic: of several processes that start at once, all read the first one's text.
 */
export function keptFile(path: string, make: () => string): string {
  return readIfPresent(path) ?? keep(path, make());
}

/** As {@link keptFile}, of a text that takes long to make. */
export async function keptFileLater(path: string, make: () => Promise<string>): Promise<string> {
  return readIfPresent(path) ?? keep(path, await make());
}

/** The text that stands in the file from now on: this one, or that of who came first. */
function keep(path: string, text: string): string {
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
