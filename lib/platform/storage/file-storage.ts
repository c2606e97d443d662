import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Disk } from "flydrive";

/** The first and last byte of a range, inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Files under keys (`evidence/ep_1/package.pdf`). All operations stream in constant memory. A file is replaced atomically:
 * readers get the old or the new one. Every function throws an Error for an invalid key.
 */
export interface FileStorage {
  putFile(key: string, path: string): Promise<void>;
  /** Writes a stored file to a local path. After an error, no local file is left. @throws {@link FileMissing}. */
  fetchFile(key: string, path: string): Promise<void>;
  /**
   * The bytes of a file, or of a range, which is cut at the end of the file. @throws {@link FileMissing}, and a RangeError
   * for an invalid range or one that starts after the end of the file.
   */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** In bytes; undefined if there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  /**
   * Moves a file to another key and replaces the file there. Idempotent: if only `to` exists, the move is complete.
   * @throws {@link FileMissing} if neither exists.
   */
  move(from: string, to: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>;
}

export class FileMissing extends Error {
  override readonly name = "FileMissing";

  constructor(readonly key: string) {
    super(`file ${key} does not exist`);
  }
}

/** A directory or a bucket. Keys are valid and include the prefix. */
export interface Backend {
  disk: Disk;
  /** Stores a local file atomically. */
  put(key: string, path: string): Promise<void>;
  /** @throws an error that {@link isMissing} recognises, and a RangeError for a range after the end of the file. */
  open(key: string, range: ByteRange | undefined): Promise<Readable>;
  move(from: string, to: string): Promise<void>;
  /** Whether an error means that the file does not exist. */
  isMissing(error: unknown): boolean;
}

/** File storage in a backend, below an optional prefix (`production/`). */
export function diskStorage(backend: Backend, prefix = ""): FileStorage {
  const fullKey = (key: string) => `${prefix}${checked(key)}`;
  return {
    putFile: async (key, path) => backend.put(fullKey(key), path),

    fetchFile: async (key, path) => {
      // Opened before the transfer starts: a stream that opens the file itself can create it after its removal.
      const file = await open(path, "w");
      try {
        await pipeline(await openFile(backend, key, fullKey(key)), file.createWriteStream());
      } catch (error) {
        await file.close();
        await rm(path, { force: true });
        throw error;
      }
    },

    read: async (key, range) =>
      Readable.toWeb(await openFile(backend, key, fullKey(key), range)) as ReadableStream<Uint8Array>,

    sizeOf: async (key) => (await unlessMissing(backend, () => backend.disk.getMetaData(fullKey(key))))?.contentLength,

    move: async (from, to) => {
      if (fullKey(from) === fullKey(to)) return;
      const moved = await unlessMissing(backend, async () => {
        await backend.move(fullKey(from), fullKey(to));
        return true;
      });
      if (!moved && !(await backend.disk.exists(fullKey(to)))) throw new FileMissing(from);
    },

    remove: async (key) => {
      await unlessMissing(backend, () => backend.disk.delete(fullKey(key)));
    },
  };
}

const keyPattern = /^[A-Za-z0-9][\w-]*(?:\.[\w-]+)*(?:\/[A-Za-z0-9][\w-]*(?:\.[\w-]+)*)*$/;

/** Rejects keys that a disk would change, or that would leave the root. */
function checked(key: string): string {
  if (key.length <= 512 && keyPattern.test(key)) return key;
  throw new Error(`${JSON.stringify(key)} is not a valid file key.`);
}

async function openFile(backend: Backend, key: string, fullKey: string, range?: ByteRange): Promise<Readable> {
  if (range && !(range.start >= 0 && range.end >= range.start)) {
    throw new RangeError("the range must not end before its start");
  }
  const bytes = await unlessMissing(backend, () => backend.open(fullKey, range));
  if (!bytes) throw new FileMissing(key);
  return bytes;
}

/** The result of an operation; undefined if the file does not exist. Disks wrap the errors of the backend. */
async function unlessMissing<T>(backend: Backend, operation: () => Promise<T>): Promise<T | undefined> {
  try {
    return await operation();
  } catch (error) {
    if (backend.isMissing(error) || (error instanceof Error && backend.isMissing(error.cause))) return undefined;
    throw error;
  }
}
