import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Disk } from "flydrive";

/** The positions of the first and last byte of a range, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Files under keys (`evidence/ep_1/package.pdf`). All operations stream in constant memory. A file is replaced atomically:
 * a reader gets the old one or the new one. Every function throws an Error for an invalid key.
 */
export interface FileStorage {
  /** Stores a local file and replaces the previous one. */
  putFile(key: string, path: string): Promise<void>;
  /** Writes a stored file to a local one. Throws {@link FileMissing}; after an error, no local file is left. */
  fetchFile(key: string, path: string): Promise<void>;
  /**
   * The bytes of a file, or of a range, which is cut at the file's end. Throws {@link FileMissing}, and a RangeError for a
   * range that begins after the file's end or ends before its beginning.
   */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** In bytes; undefined if there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  /**
   * Moves a file to another key and replaces the file there. Idempotent: if only `to` exists, the move is complete. Throws
   * {@link FileMissing} if neither exists.
   */
  move(from: string, to: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>;
}

/** There is no file under this key. */
export class FileMissing extends Error {
  override readonly name = "FileMissing";

  constructor(readonly key: string) {
    super(`There is no file ${key}.`);
  }
}

/** What differs between a directory and a bucket. Keys are valid and have their prefix. */
export interface Backend {
  disk: Disk;
  /** Stores a local file atomically. */
  put(key: string, path: string): Promise<void>;
  /** Throws an error that {@link isMissing} recognises, and a RangeError for a range beyond the file's end. */
  open(key: string, range: ByteRange | undefined): Promise<Readable>;
  move(from: string, to: string): Promise<void>;
  /** Whether an error says that the file does not exist. */
  isMissing(error: unknown): boolean;
}

/** File storage in a backend, below an optional prefix (`production/`). */
export function diskStorage(backend: Backend, prefix = ""): FileStorage {
  const place = (key: string) => `${prefix}${checked(key)}`;
  return {
    putFile: async (key, path) => backend.put(place(key), path),

    fetchFile: async (key, path) => {
      const bytes = await openFile(backend, key, place(key));
      try {
        await pipeline(bytes, createWriteStream(path));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },

    read: async (key, range) =>
      Readable.toWeb(await openFile(backend, key, place(key), range)) as ReadableStream<Uint8Array>,

    sizeOf: async (key) => (await unlessMissing(backend, () => backend.disk.getMetaData(place(key))))?.contentLength,

    move: async (from, to) => {
      if (place(from) === place(to)) return;
      const moved = await unlessMissing(backend, async () => {
        await backend.move(place(from), place(to));
        return true;
      });
      if (!moved && !(await backend.disk.exists(place(to)))) throw new FileMissing(from);
    },

    remove: async (key) => {
      await unlessMissing(backend, () => backend.disk.delete(place(key)));
    },
  };
}

const keyPattern = /^[A-Za-z0-9][\w-]*(?:\.[\w-]+)*(?:\/[A-Za-z0-9][\w-]*(?:\.[\w-]+)*)*$/;

/** Refuses keys that a disk would change, or that would leave the root. */
function checked(key: string): string {
  if (key.length <= 512 && keyPattern.test(key)) return key;
  throw new Error(`${JSON.stringify(key)} is no key of a file.`);
}

async function openFile(backend: Backend, key: string, place: string, range?: ByteRange): Promise<Readable> {
  if (range && !(range.start >= 0 && range.end >= range.start)) {
    throw new RangeError("A part of a file ends after its beginning.");
  }
  const bytes = await unlessMissing(backend, () => backend.open(place, range));
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
