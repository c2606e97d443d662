import { randomUUID } from "node:crypto";
import { chown, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The owner of a file, if it is not the account of this process. */
export interface FileOwner {
  uid: number;
  gid: number;
}

/**
 * Writes a private file (mode 0600) atomically, also with respect to crashes. It belongs to the owner of its directory unless
 * another owner is given.
 */
export async function writeFileAtomically(path: string, content: string, owner?: FileOwner): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await giveTo(temporary, owner ?? (await stat(dirname(path))));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Creates a private directory and its parents, with the owner of the existing parent. */
export async function makePrivateDirectory(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const created = await mkdir(path, { recursive: true, mode: 0o700 });
  if (created !== undefined) await giveTo(path, await stat(dirname(path)));
}

/** Only root can change the owner of a file. */
async function giveTo(path: string, owner: FileOwner): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, owner.uid, owner.gid);
}

/** The text of a file, or undefined if it does not exist. */
export async function readFileIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The parsed file, or undefined if it is missing or was truncated by a crash. */
export async function readJsonIfPresent(path: string): Promise<unknown> {
  const text = await readFileIfPresent(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes a rename in the directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  await directory.sync().finally(() => directory.close());
}

/** The `code` of a Node.js, operating system or PostgreSQL error. */
export function errorCode(error: unknown): string | undefined {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}
