import fc from "fast-check";
import { expect, test } from "vitest";
import { XxHash64 } from "@/lib/shadow-ai/ingest/input/zstd/xxhash64";

function hashOf(...parts: Uint8Array[]): string {
  const hash = new XxHash64();
  for (const part of parts) hash.update(part);
  return hash.digest().toString(16).padStart(16, "0");
}

test.each([
  ["", "ef46db3751d8e999"],
  ["a", "d24ec4f1a98c6e5b"],
  ["abc", "44bc2cf5ad770999"],
  ["Nobody inspects the spammish repetition", "fbcea83c8a378bf1"],
])("the hash of %j is %s", (text, expected) => {
  expect(hashOf(Buffer.from(text))).toBe(expected);
});

test("the hash does not depend on where the bytes are cut", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), fc.nat(200), (bytes, first, second) => {
      const [low, high] = [Math.min(first, second), Math.max(first, second)];
      expect(hashOf(bytes.subarray(0, low), bytes.subarray(low, high), bytes.subarray(high))).toBe(hashOf(bytes));
    }),
    { numRuns: 100 },
  );
});
