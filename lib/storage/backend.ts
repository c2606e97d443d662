import type { Readable } from "node:stream";
import type { Disk } from "flydrive";
import type { ByteRange } from "@/lib/storage/file-storage";

/** What differs between the places that files are kept in. Keys are those of the place, checked and with their prefix. */
export interface Backend {
  disk: Disk;
  /** Stores the bytes of a local file so that they are seen whole or not at all. */
  put(key: string, path: string): Promise<void>;
  /** Throws an error that {@link isMissing} knows, and a RangeError for a part that the file does not have. */
  open(key: string, range: ByteRange | undefined): Promise<Readable>;
  move(from: string, to: string): Promise<void>;
  /** Whether an error says that there is no file. */
  isMissing(error: unknown): boolean;
}
