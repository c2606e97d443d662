import { gunzip } from "@/lib/shadow-ai/ingest/input/gunzip";
import { InputError } from "@/lib/shadow-ai/ingest/input/input-error";
import type { LineLimits } from "@/lib/shadow-ai/ingest/input/types";
import { wholeHead } from "@/lib/shadow-ai/ingest/input/whole-head";
import { isZstd, unzstd } from "@/lib/shadow-ai/ingest/input/zstd/unzstd";

/** Bytes that came out before the ratio says anything. */
const ratioFromBytes = 1024 * 1024;
/**
 * A large chunk is fed in parts, so that the ratio is measured against what was really used: small parts at the beginning,
 * where a part of 16 KiB alone could grow to 3 MiB.
 */
const firstPartBytes = 2 * 1024;
const firstParts = 32;
const partBytes = 16 * 1024;

type Decompressor = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** The bytes as they were before somebody compressed them, within the limits. Throws InputError. */
export async function* decompress(
  bytes: AsyncIterable<Uint8Array>,
  limits: LineLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = wholeHead(bytes, 4);
  try {
    const first = await source.next();
    if (first.done) return;
    const used = { bytes: 0 };
    const whole = prepend(first.value, source);
    const decompressor = decompressorOf(first.value);
    if (!decompressor) yield* withinTotal(whole, limits.totalBytes);
    else yield* withinTotal(withinRatio(decompressor(inParts(whole, used)), used, limits.ratio), limits.totalBytes);
  } finally {
    await source.return();
  }
}

function decompressorOf(head: Uint8Array): Decompressor | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return gunzip;
  return isZstd(head) ? unzstd : null;
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
