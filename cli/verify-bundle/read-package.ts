import { readFile } from "node:fs/promises";

/** @throws Error with a message for the user */
export function readPackage(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === "ENOENT" ? `file not found: ${path}` : `${path} cannot be read: ${error.message}`);
  });
}
