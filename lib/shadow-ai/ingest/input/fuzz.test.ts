import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chunksOf, readAll } from "@/lib/shadow-ai/ingest/input/testing/read-all";
import { sampleLog, zstdFixtures } from "@/lib/shadow-ai/ingest/input/testing/zstd-fixtures";

/** `readAll` lets no error through but InputError, and what hangs runs out of the test's time. */
async function expectAnEnd(bytes: Uint8Array, chunkBytes: number): Promise<void> {
  const { bytesRead } = await readAll(chunksOf(bytes, chunkBytes), { totalBytes: 1_000_000, ratio: 1e9 });
  expect(bytesRead).toBeLessThanOrEqual(1_000_000);
}

const originals = [
  ...zstdFixtures.map(({ base64 }) => Buffer.from(base64, "base64")),
  gzipSync(sampleLog(100)),
  Buffer.concat([gzipSync("a\nb\n"), gzipSync(sampleLog(10))]),
];

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
  // Headers and tables stand in the beginning, where a change does the most.
  at: fc.oneof(fc.integer({ min: 4, max: 60 }), fc.integer({ min: 4, max: 4_000 })),
  byte: fc.integer({ min: 0, max: 255 }),
});

test("compressed data that was changed anywhere ends with an InputError or with lines", async () => {
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
    { numRuns: 400 },
  );
});

/** Random bytes alone seldom come past the first header: behind these they are blocks, literals, tables and sequences. */
const beginnings = [
  [],
  [0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3],
  [0x28, 0xb5, 0x2f, 0xfd],
  ...[0x00, 0x01, 0x02, 0x03, 0x06, 0x0a, 0x0e].map((literals) => [
    ...[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38],
    ...[(200 << 3) & 0xff, (200 << 3) >> 8, 0].map((byte, index) => (index === 0 ? byte | 0x05 : byte)),
    literals,
  ]),
];

test("random bytes end with an InputError or with lines", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...beginnings),
      fc.uint8Array({ minLength: 200, maxLength: 400 }),
      fc.integer({ min: 1, max: 300 }),
      (beginning, bytes, chunkBytes) => expectAnEnd(Buffer.from([...beginning, ...bytes]), chunkBytes),
    ),
    { numRuns: 1_000 },
  );
});
