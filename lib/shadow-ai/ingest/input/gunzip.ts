import { createGunzip } from "node:zlib";
import { InputError } from "@/lib/shadow-ai/ingest/input/input-error";

/**
 * Decompresses gzip, also several members one after the other, and padding with zeros behind them. What could be unpacked
 * is given out before the error, which a pipe of streams would not do. Throws InputError `compression_broken`.
 */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = createGunzip({ chunkSize: 64 * 1024 });
  const events = new Signal();
  let failure: Error | null = null;
  let ended = false;
  stream.on("readable", () => events.wake());
  stream.on("end", () => {
    ended = true;
    events.wake();
  });
  stream.on("error", (error) => {
    failure = error;
    events.wake();
  });

  /** Gives out what is there until the condition holds. */
  async function* outputUntil(done: () => boolean): AsyncGenerator<Uint8Array> {
    for (;;) {
      const isDone = done();
      for (let output = stream.read(); output !== null; output = stream.read()) yield output;
      if (failure) throw new InputError("compression_broken", gzipProblem(failure));
      if (isDone) return;
      await events.wait();
    }
  }

  let givenBytes = 0;
  let padding = false;
  try {
    for await (const part of bytes) {
      if (padding) {
        refuseUnlessZeros(part);
        continue;
      }
      let written = false;
      stream.write(part, () => {
        written = true;
        events.wake();
      });
      yield* outputUntil(() => written);
      givenBytes += part.length;
      // What is left over stands behind the last member.
      const unread = givenBytes - stream.bytesWritten;
      padding = unread > 0;
      if (padding) refuseUnlessZeros(part.subarray(part.length - unread));
    }
    if (padding) return;
    stream.end();
    yield* outputUntil(() => ended);
  } finally {
    stream.destroy();
  }
}

/** Lets one wait for the next event; one that came before is not missed. */
class Signal {
  private came = false;
  private resolve: (() => void) | null = null;

  wake(): void {
    this.came = true;
    this.resolve?.();
  }

  async wait(): Promise<void> {
    if (!this.came)
      await new Promise<void>((resolve) => {
        this.resolve = resolve;
      });
    this.came = false;
    this.resolve = null;
  }
}

function refuseUnlessZeros(bytes: Uint8Array): void {
  if (bytes.some((byte) => byte !== 0))
    throw new InputError("compression_broken", "Behind the end of the gzip data stands something else.");
}

function gzipProblem(error: Error & { code?: string }): string {
  return error.code === "Z_BUF_ERROR"
    ? "The gzip data is cut off: the file is not complete."
    : "The gzip data is damaged.";
}
