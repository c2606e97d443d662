import { createGunzip } from "node:zlib";
import { InputError, type LineLimits } from "@/lib/domains/shadow-ai/ingest/input/log-input";

/** Output from which the ratio is checked. */
const ratioFromBytes = 1024 * 1024;
/**
 * Chunks are fed in parts, so that the ratio is exact. Parts are small at first, because 16 KiB can expand to 3 MiB.
 */
const firstPartBytes = 2 * 1024;
const firstParts = 32;
const partBytes = 16 * 1024;

/** The decompressed bytes: gzip is recognised by its first two bytes, other input is passed through. Throws InputError. */
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
    let total = 0;
    for await (const chunk of isGzip ? gunzip(inParts(whole, used)) : whole) {
      const left = limits.totalBytes - total;
      total += chunk.length;
      if (isGzip && total > ratioFromBytes && total > used.bytes * limits.ratio)
        throw new InputError("compression_bomb", `The input decompresses to more than ${limits.ratio} times its size.`);
      if (chunk.length <= left) {
        yield chunk;
        continue;
      }
      if (left > 0) yield chunk.subarray(0, left);
      const most = limits.totalBytes.toLocaleString("en");
      throw new InputError("too_large", `The input decompresses to more than ${most} bytes.`);
    }
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
      const length = used.bytes < firstParts * firstPartBytes ? firstPartBytes : partBytes;
      const part = chunk.subarray(start, start + length);
      start += part.length;
      used.bytes += part.length;
      yield part;
    }
}

/**
 * Decompresses gzip, including several members and trailing zero padding. Unlike a stream pipeline, it yields all
 * output before an error. Throws InputError `compression_broken`.
 */
async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
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

  /** Yields available output until the condition holds. */
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
        requireZeros(part);
        continue;
      }
      let written = false;
      stream.write(part, () => {
        written = true;
        events.wake();
      });
      yield* outputUntil(() => written);
      givenBytes += part.length;
      // Unread input follows the last member.
      const unread = givenBytes - stream.bytesWritten;
      padding = unread > 0;
      if (padding) requireZeros(part.subarray(part.length - unread));
    }
    if (padding) return;
    stream.end();
    yield* outputUntil(() => ended);
  } finally {
    stream.destroy();
  }
}

/** Waits for the next event, including one that already occurred. */
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

function requireZeros(bytes: Uint8Array): void {
  if (bytes.some((byte) => byte !== 0))
    throw new InputError("compression_broken", "The gzip data is followed by other data.");
}

function gzipProblem(error: Error & { code?: string }): string {
  return error.code === "Z_BUF_ERROR"
    ? "The gzip data is truncated. The file is incomplete."
    : "The gzip data is corrupt.";
}

/** The same bytes without empty chunks. The first chunk has at least `headBytes`, if available. */
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
