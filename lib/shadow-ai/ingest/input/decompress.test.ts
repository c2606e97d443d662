import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { chunksOf, readAll } from "@/lib/shadow-ai/ingest/input/testing/read-all";
import { sampleLog, zstdFixtures } from "@/lib/shadow-ai/ingest/input/testing/zstd-fixtures";

const log = sampleLog(2_000);
const lines = log.trimEnd().split("\n");
const zipped = gzipSync(log);

const damaged = Buffer.from(zipped);
damaged[zipped.length >> 1] = ~(zipped[zipped.length >> 1] as number);

describe("gzip", () => {
  test.each([1, 100, 4_096, 1_000_000])("is unpacked in chunks of %i bytes", async (chunkBytes) => {
    expect(await readAll(chunksOf(zipped, chunkBytes))).toMatchObject({ lines, bad: [], error: null });
  });

  test.each([1, 100, 1_000_000])(
    "of several members, with padding behind them, in chunks of %i bytes",
    async (chunkBytes) => {
      const members = ["a\nb", "", "c\n", "d"].map((text) => gzipSync(text));
      const input = Buffer.concat([...members, Buffer.alloc(600)]);
      expect(await readAll(chunksOf(input, chunkBytes))).toMatchObject({ lines: ["a", "bc", "d"], error: null });
    },
  );

  test.each([
    ["cut off in the middle", zipped.subarray(0, zipped.length >> 1), /cut off/],
    ["cut off in its header", zipped.subarray(0, 5), /cut off/],
    ["cut off before its checksum", zipped.subarray(0, zipped.length - 8), /cut off/],
    ["with a wrong header", Buffer.from([0x1f, 0x8b, 0x09, 0, 0, 0]), /damaged/],
    ["with something behind its padding", Buffer.concat([zipped, Buffer.alloc(9), Buffer.from("x")]), /Behind the end/],
    ["with something behind it", Buffer.concat([zipped, Buffer.from("garbage")]), /damaged/],
  ])("%s gives what was whole and then an error", async (_, input, message) => {
    for (const chunkBytes of [50, 1_000_000]) {
      const read = await readAll(chunksOf(input, chunkBytes));
      expect(read.error).toMatchObject({ code: "compression_broken", message: expect.stringMatching(message) });
      expect(read.lines).toEqual(lines.slice(0, read.lines.length));
    }
  });

  test("that is damaged ends with an error; until it is noticed, lines may be wrong", async () => {
    const read = await readAll(chunksOf(damaged, 1_000));
    expect(read.error).toMatchObject({ code: "compression_broken", message: "The gzip data is damaged." });
    expect(read.lines.slice(0, 500)).toEqual(lines.slice(0, 500));
  });

  test("that is cut off gives all that could be unpacked", async () => {
    const half = await readAll(chunksOf(zipped.subarray(0, zipped.length >> 1), 65_536));
    expect(half.lines.length).toBeGreaterThan(lines.length / 3);
    const almost = await readAll(chunksOf(zipped.subarray(0, zipped.length - 8), 65_536));
    expect(almost.lines).toEqual(lines);
  });

  test("inside of gzip is refused", async () => {
    const twice = gzipSync(zipped);
    expect((await readAll(chunksOf(twice, 1_000))).error).toMatchObject({
      code: "not_text",
      message: "The input is compressed twice. Unpack it once.",
    });
  });
});

describe("zstd", () => {
  const fixture = zstdFixtures.find(({ options }) => options === "-19 --zstd=wlog=10");
  const packed = Buffer.from(fixture?.base64 ?? "", "base64");
  const content = fixture?.content() ?? "";

  test("is unpacked in chunks of any size", async () => {
    for (const chunkBytes of [1, 100, 1_000_000])
      expect(await readAll(chunksOf(packed, chunkBytes))).toMatchObject({ lines: [content], error: null });
  });

  test("that is cut off gives what was whole and then an error", async () => {
    const ended = Buffer.concat([zstdFrame("a\nb\nc"), zstdFrame("d\ne\nf")]);
    const { lines, error } = await readAll(chunksOf(ended.subarray(0, ended.length - 1), 1_000));
    expect(lines).toEqual(["a", "b"]);
    expect(error).toMatchObject({ code: "compression_broken", message: expect.stringMatching(/cut off/) });
  });
});

describe("a bomb", () => {
  const zeros = gzipSync(Buffer.alloc(60_000_000, "a\n"));
  /** Blocks of one byte that stands for 128 KiB. */
  const block = Buffer.from([0x02, 0x00, 0x10, 0x61]);
  const repeated = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]), ...Array(500).fill(block)]);

  test.each([
    ["of gzip", zeros],
    ["of zstd", repeated],
  ])("%s is stopped after few bytes", async (_, input) => {
    const { error, bytesRead } = await readAll(chunksOf(input, 1_000_000));
    expect(error?.code).toBe("compression_bomb");
    expect(bytesRead).toBeLessThan(8 * 1024 * 1024);
  });

  test.each([
    ["of gzip", zeros],
    ["of zstd", repeated],
  ])("%s is stopped at the limit of bytes where the ratio is allowed", async (_, input) => {
    const { error, bytesRead } = await readAll(chunksOf(input, 1_000_000), { ratio: 1e6, totalBytes: 3_000_000 });
    expect(error?.code).toBe("too_large");
    expect(bytesRead).toBeLessThanOrEqual(3_000_000);
  });

  test("is not what a small input is, however well it shrinks", async () => {
    const { lines, error } = await readAll(chunksOf(gzipSync("same\n".repeat(100_000)), 1_000));
    expect({ count: lines.length, error }).toEqual({ count: 100_000, error: null });
  });
});

/** A frame of one block as it is. */
function zstdFrame(text: string): Buffer {
  return Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x00, (text.length << 3) | 1, 0, 0, ...Buffer.from(text)]);
}
