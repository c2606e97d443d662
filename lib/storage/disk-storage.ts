import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Backend } from "@/lib/storage/backend";
import { type ByteRange, FileMissing, type FileStorage } from "@/lib/storage/file-storage";

/** File storage in one place, there below a prefix (`production/`) where it has one. */
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

/** The key itself. What would be changed on the way to the disk, or leave the root, is none. */
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

/** What an operation gives; undefined where it finds no file. Disks wrap the error of the place in one of their own. */
async function unlessMissing<T>(backend: Backend, operation: () => Promise<T>): Promise<T | undefined> {
  try {
    return await operation();
  } catch (error) {
    if (backend.isMissing(error) || (error instanceof Error && backend.isMissing(error.cause))) return undefined;
    throw error;
  }
}
