import { InputError } from "@/lib/shadow-ai/ingest/input/input-error";

/** Takes exact numbers of bytes out of chunks of any size. */
export class ByteReader {
  private readonly iterator: AsyncIterator<Uint8Array>;
  private chunk: Uint8Array = new Uint8Array(0);
  private at = 0;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.iterator = bytes[Symbol.asyncIterator]();
  }

  /** Fills the first `count` bytes of `into`. Throws InputError where there are fewer left. */
  async read(into: Uint8Array, count: number): Promise<void> {
    for (let filled = 0; filled < count; ) {
      if (await this.isAtEnd()) throw cutOff();
      const part = this.chunk.subarray(this.at, this.at + count - filled);
      into.set(part, filled);
      this.at += part.length;
      filled += part.length;
    }
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      if (await this.isAtEnd()) throw cutOff();
      const part = Math.min(left, this.chunk.length - this.at);
      this.at += part;
      left -= part;
    }
  }

  async isAtEnd(): Promise<boolean> {
    while (this.at === this.chunk.length) {
      const next = await this.iterator.next();
      if (next.done) return true;
      this.chunk = next.value;
      this.at = 0;
    }
    return false;
  }

  async close(): Promise<void> {
    await this.iterator.return?.();
  }
}

function cutOff(): InputError {
  return new InputError("compression_broken", "The zstd data is cut off: the file is not complete.");
}
