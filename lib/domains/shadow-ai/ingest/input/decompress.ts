import { createGunzip } from "node:zlib";
import { InputError, type LineLimits } from "@/lib/domains/shadow-ai/ingest/input/log-input";

/** Bytes that came out before the ratio says anything. */
const ratioFromBytes = 1024 * 1024;
/**
 * A large chunk is fed in parts, so that the ratio is measured against what was really used: small parts at the beginning,
 * where a part of 16 KiB alone could grow to 3 MiB.
 */
const firstPartBytes = 2 * 1024;
const firstParts = 32;
const partBytes = 16 * 1024;

/** The decompressed bytes: gzip is recognised by its first two bytes, anything else is passed through. Throws InputError beyond the limits. */
export async function* decompress(
  bytes: AsyncIterable<Uint8Array>,
  limits: LineLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = wholeHead(bytes, 2);
  try {
    const first = await source.next();
    if (first.done) return;
    const used = { bytes: 0 };
    const whole = prepend(first.value, source);
    const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
    const unpacked = isGzip ? withinRatio(gunzip(inParts(whole, used)), used, limits.ratio) : whole;
    yield* withinTotal(unpacked, limits.totalBytes);
  } finally {
    await source.return();
  }
}

async function* prepend(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* inParts(bytes: AsyncIterable<Uint8Array>, used: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes)
    for (let start = 0; start < chunk.length; ) {
      const part = chunk.subarray(
        start,
        start + (used.bytes < firstParts * firstPartBytes ? firstPartBytes : partBytes),
      );
      start += part.length;
      used.bytes += part.length;
      yield part;
    }
}

async function* withinRatio(
  bytes: AsyncIterable<Uint8Array>,
  used: { bytes: number },
  ratio: number,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > ratioFromBytes && total > used.bytes * ratio)
      throw new InputError("compression_bomb", `The input grows to more than ${ratio} times its size when unpacked.`);
    yield chunk;
  }
}

async function* withinTotal(bytes: AsyncIterable<Uint8Array>, totalBytes: number): AsyncGenerator<Uint8Array> {
  let left = totalBytes;
  for await (const chunk of bytes) {
    if (chunk.length > left) {
      if (left > 0) yield chunk.subarray(0, left);
      throw new InputError(
        "too_large",
        `The input has more than ${totalBytes.toLocaleString("en")} bytes when unpacked.`,
      );
    }
    left -= chunk.length;
    yield chunk;
  }
}

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

/**
 * The same bytes, of which the first chunk has at least `headBytes` unless there are no more. What came before an error is
 * given out before it. No chunk is empty.
 */
export async function* wholeHead(
  bytes: AsyncIterable<Uint8Array>,
  headBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let head: Uint8Array | null = new Uint8Array(0);
  try {
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue;
      if (!head) {
        yield chunk;
        continue;
      }
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      const whole = head;
      head = null;
      yield whole;
    }
  } catch (error) {
    if (head && head.length > 0) yield head;
    throw error;
  }
  if (head && head.length > 0) yield head;
}
