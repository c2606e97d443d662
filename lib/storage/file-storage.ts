/** A part of a file by the positions of its first and its last byte, both of which belong to it. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * A place for files, each under a key of names with slashes between (`evidence/ep_1/package.pdf`). All of it streams, in
 * constant memory. A file is seen whole or not at all: who reads while it is replaced gets the old one or the new one.
 *
 * Every function throws an Error for what is no key, and the error of the disk or the server for what goes wrong there.
 */
export interface FileStorage {
  /** Stores what stands in a local file, in the place of what was there before. */
  putFile(key: string, path: string): Promise<void>;
  /** Writes a stored file to a local one. Throws {@link FileMissing}; where it throws, no local file is left. */
  fetchFile(key: string, path: string): Promise<void>;
  /**
   * The bytes of a file, or of a part of it, which is cut off where the file ends. Throws {@link FileMissing}, and a
   * RangeError for a part that begins after the file's end or ends before its beginning.
   */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** In bytes; undefined where there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  /**
   * Gives a file another key, in the place of what was there before. May be repeated: where there is no `from` any more but
   * a `to`, it has been done. Throws {@link FileMissing} where there is neither.
   */
  move(from: string, to: string): Promise<void>;
  /** Removes a file; fine where there is none. */
  remove(key: string): Promise<void>;
}

/** There is no file under this key. */
export class FileMissing extends Error {
  override readonly name = "FileMissing";

  constructor(readonly key: string) {
    super(`There is no file ${key}.`);
  }
}
