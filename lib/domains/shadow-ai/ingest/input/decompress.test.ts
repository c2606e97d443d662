import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunksOf, readAll, sampleLog } from "@/lib/domains/shadow-ai/ingest/input/testing/read-all";

const log = sampleLog(2_000);
const lines = log.trimEnd().split("\n");
const zipped = gzipSync(log);

const damaged = Buffer.from(zipped);
damaged[zipped.length >> 1] = ~(zipped[zipped.length >> 1] as number);

describe("gzip", () => {
  test.each([1, 100, 4_096, 1_000_000])("is decompressed in chunks of %i bytes", async (chunkBytes) => {
    expect(await readAll(chunksOf(zipped, chunkBytes))).toMatchObject({ lines, bad: [], error: null });
  });

  test.each([1, 100, 1_000_000])(
    "may have several members and trailing padding, in chunks of %i bytes",
    async (chunkBytes) => {
      const members = ["a\nb", "", "c\n", "d"].map((text) => gzipSync(text));
      const input = Buffer.concat([...members, Buffer.alloc(600)]);
      expect(await readAll(chunksOf(input, chunkBytes))).toMatchObject({ lines: ["a", "bc", "d"], error: null });
    },
  );

  test.each([
    ["a truncated body", zipped.subarray(0, zipped.length >> 1), /truncated/],
    ["a truncated header", zipped.subarray(0, 5), /truncated/],
    ["a missing checksum", zipped.subarray(0, zipped.length - 8), /truncated/],
    ["an invalid header", Buffer.from([0x1f, 0x8b, 0x09, 0, 0, 0]), /corrupt/],
    ["data after the padding", Buffer.concat([zipped, Buffer.alloc(9), Buffer.from("x")]), /followed by other data/],
    ["data after the end", Buffer.concat([zipped, Buffer.from("garbage")]), /corrupt/],
  ])("returns the complete lines and then an error for %s", async (_, input, message) => {
    for (const chunkBytes of [50, 1_000_000]) {
      const read = await readAll(chunksOf(input, chunkBytes));
      expect(read.error).toMatchObject({ code: "compression_broken", message: expect.stringMatching(message) });
      expect(read.lines).toEqual(lines.slice(0, read.lines.length));
    }
  });

  test("returns an error for damaged data, possibly after wrong lines", async () => {
    const read = await readAll(chunksOf(damaged, 1_000));
    expect(read.error).toMatchObject({ code: "compression_broken", message: "The gzip data is corrupt." });
    expect(read.lines.slice(0, 500)).toEqual(lines.slice(0, 500));
  });

  test("returns all data before a truncation", async () => {
    const half = await readAll(chunksOf(zipped.subarray(0, zipped.length >> 1), 65_536));
    expect(half.lines.length).toBeGreaterThan(lines.length / 3);
    const almost = await readAll(chunksOf(zipped.subarray(0, zipped.length - 8), 65_536));
    expect(almost.lines).toEqual(lines);
  });

  test("rejects gzip inside gzip", async () => {
    const twice = gzipSync(zipped);
    expect((await readAll(chunksOf(twice, 1_000))).error).toMatchObject({
      code: "not_text",
      message: "The input is compressed twice. Decompress it once.",
    });
  });
});

describe("a compression bomb", () => {
  const zeros = gzipSync(Buffer.alloc(60_000_000, "a\n"));

  test("is stopped after few bytes", async () => {
    const { error, bytesRead } = await readAll(chunksOf(zeros, 1_000_000));
    expect(error?.code).toBe("compression_bomb");
    expect(bytesRead).toBeLessThan(8 * 1024 * 1024);
  });

  test("is stopped at the byte limit if the ratio is allowed", async () => {
    const { error, bytesRead } = await readAll(chunksOf(zeros, 1_000_000), { ratio: 1e6, totalBytes: 3_000_000 });
    expect(error?.code).toBe("too_large");
    expect(bytesRead).toBeLessThanOrEqual(3_000_000);
  });

  test("is not detected in small, highly compressible input", async () => {
    const { lines, error } = await readAll(chunksOf(gzipSync("same\n".repeat(100_000)), 1_000));
    expect({ count: lines.length, error }).toEqual({ count: 100_000, error: null });
  });
});

/** Expects an end or an InputError from `readAll`. A hang exceeds the test timeout. */
async function expectAnEnd(bytes: Uint8Array, chunkBytes: number): Promise<void> {
  const { bytesRead } = await readAll(chunksOf(bytes, chunkBytes), { totalBytes: 1_000_000, ratio: 1e9 });
  expect(bytesRead).toBeLessThanOrEqual(1_000_000);
}

const originals = [gzipSync(sampleLog(100)), Buffer.concat([gzipSync("a\nb\n"), gzipSync(sampleLog(10))])];

type Change = (bytes: Buffer, at: number, byte: number) => Buffer;

const changes: Record<string, Change> = {
  set: (bytes, at, byte) => Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at + 1)]),
  insert: (bytes, at, byte) => Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at)]),
  remove: (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
  cut: (bytes, at) => bytes.subarray(0, at),
  repeat: (bytes, at) => Buffer.concat([bytes, bytes.subarray(at)]),
};

const change = fc.record({
  apply: fc.constantFrom(...Object.values(changes)),
  // Headers and tables are at the beginning, where changes have the most effect.
  at: fc.oneof(fc.integer({ min: 4, max: 60 }), fc.integer({ min: 4, max: 4_000 })),
  byte: fc.integer({ min: 0, max: 255 }),
});

test("any change of compressed data results in an InputError or in lines", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...originals),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 300 }),
      async (original, all, chunkBytes) => {
        const changed = all.reduce<Buffer>(
          (bytes, { apply, at, byte }) => apply(bytes, Math.min(at, bytes.length), byte),
          original,
        );
        await expectAnEnd(changed, chunkBytes);
      },
    ),
    { numRuns: 200 },
  );
});
