import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineSplitter } from "@/lib/domains/shadow-ai/ingest/input/line-splitter";
import type { Lines } from "@/lib/domains/shadow-ai/ingest/input/log-input";
import { readLines } from "@/lib/domains/shadow-ai/ingest/input/read-lines";
import { chunksOf, readAll } from "@/lib/domains/shadow-ai/ingest/input/testing/read-all";

const mib = 1024 * 1024;

async function read(text: string | Uint8Array, limits = {}, chunkBytes = 7) {
  return readAll(chunksOf(Buffer.from(text), chunkBytes), limits);
}

describe("readLines", () => {
  test.each([
    ["accepts line feeds", "a\nb\n", ["a", "b"]],
    ["accepts carriage returns with line feeds", "a\r\nb\r\n", ["a", "b"]],
    ["accepts a last line without a line end", "a\nb", ["a", "b"]],
    ["accepts empty lines", "\n\r\n\na", ["", "", "", "a"]],
    ["preserves other carriage returns", "a\rb\nc\r\r\n", ["a\rb", "c\r"]],
    ["preserves spaces, tabs and control characters", " a\tb \x01\x1b\n", [" a\tb \x01\x1b"]],
    ["reads UTF-8", "bücher €\n日本 🦊\n", ["bücher €", "日本 🦊"]],
    ["skips a UTF-8 byte order mark", "\ufeffa\nb\ufeff\n", ["a", "b\ufeff"]],
    ["returns nothing for empty input", "", []],
    ["returns nothing for only a byte order mark", "\ufeff", []],
  ])("%s", async (_, text, lines) => {
    for (const chunkBytes of [1, 2, 3, 1000])
      expect(await read(text, {}, chunkBytes)).toMatchObject({ lines, bad: [], error: null });
  });

  test("returns batches of at most a thousand lines with their progress", async () => {
    const { lines, batches, bytesRead } = await read("line\n".repeat(2_500), {}, 100_000);
    expect({ lines: lines.length, batches, bytesRead }).toEqual({ lines: 2_500, batches: 3, bytesRead: 12_500 });
  });
});

describe("an unreadable line", () => {
  const [nul, utf8] = ["The line contains a NUL byte, so it is not text.", "The line is not valid UTF-8."];
  test.each([
    ["a NUL byte", "a\nb\0c\nd\n", ["a", "d"], [{ line: 2, message: nul }]],
    ["bytes that are not UTF-8", Buffer.from("61ff0a620a", "hex"), ["b"], [{ line: 1, message: utf8 }]],
    [
      "an incomplete character",
      Buffer.from("610ac30aa90a", "hex"),
      ["a"],
      [
        { line: 2, message: utf8 },
        { line: 3, message: utf8 },
      ],
    ],
    ["a surrogate", Buffer.from("eda0800a61", "hex"), ["a"], [{ line: 1, message: utf8 }]],
    ["a NUL byte at the end of the input", "a\n\0", ["a"], [{ line: 2, message: nul }]],
    [
      "more bytes than the limit",
      "1234\n12345\n1234\r\n",
      ["1234", "1234"],
      [{ line: 2, message: "The line is longer than 4 bytes." }],
    ],
    [
      "more bytes than the limit, at the end of the input",
      "1\n123456789",
      ["1"],
      [{ line: 2, message: "The line is longer than 4 bytes." }],
    ],
  ])("with %s is reported with its number, and other lines are read", async (_, text, lines, bad) => {
    for (const chunkBytes of [1, 2, 3, 1000])
      expect(await read(text, { lineBytes: 4 }, chunkBytes)).toMatchObject({ lines, bad, error: null });
  });

  test("of ten megabytes is reported once", async () => {
    const { lines, bad } = await read(`a\n${"x".repeat(10_000_000)}\nb\n`, {}, 65_536);
    expect(lines).toEqual(["a", "b"]);
    expect(bad).toEqual([{ line: 2, message: "The line is longer than 1,048,576 bytes." }]);
  });

  test("is the last of its batch, so that numbers have no gaps", async () => {
    const batches = [];
    for await (const batch of readLines(chunksOf(Buffer.from("a\n\0\n\0\nb\n"), 100))) batches.push(batch);
    expect(batches.map(({ firstLine, lines, bad }) => [firstLine, lines, bad.map(({ line }) => line)])).toEqual([
      [1, ["a"], [2, 3]],
      [4, ["b"], []],
    ]);
  });
});

test.each([
  ["UTF-16, little-endian", "\xff\xfea\0\n\0", "The text is encoded as UTF-16. Convert it to UTF-8."],
  ["UTF-16, big-endian", "\xfe\xff\0a\0\n", "The text is encoded as UTF-16. Convert it to UTF-8."],
  ["a ZIP archive", "PK\x03\x04\x14\0", "The input is a ZIP archive. Extract it first."],
  [
    "a tar archive",
    `zeek/ssl.log${"\0".repeat(245)}ustar\0`,
    "The input is a tar archive. Extract it and send the files.",
  ],
  ["bzip2", "BZh91AY&SY\x01", "bzip2 is not supported. Decompress the input, or use gzip."],
  ["xz", "\xfd7zXZ\0\0", "xz is not supported. Decompress the input, or use gzip."],
  ["zstd", "\x28\xb5\x2f\xfd\x00", "zstd is not supported. Decompress the input, or use gzip."],
])("rejects input that is not a log and suggests a fix: %s", async (_, text, message) => {
  for (const chunkBytes of [1, 5, 1000]) {
    const { lines, error } = await read(Buffer.from(text, "latin1"), {}, chunkBytes);
    expect({ lines, code: error?.code, message: error?.message }).toEqual({ lines: [], code: "not_text", message });
  }
});

test.each(["%PDF-1.7", "<14>1AY&SY", `${"x".repeat(257)}ustar`, `%PDF-${"é".repeat(300)}`])(
  "reads text with the letters of another type: %s",
  async (text) => {
    expect(await read(text)).toMatchObject({ lines: [text], error: null });
  },
);

describe("the end of the input", () => {
  test("follows the lines within the limit if the input is too large", async () => {
    for (const chunkBytes of [1, 4, 1000]) {
      const { lines, error } = await read("abc\nd\nefgh\n", { totalBytes: 8 }, chunkBytes);
      expect({ lines, code: error?.code }).toEqual({ lines: ["abc", "d"], code: "too_large" });
    }
    expect(await read("abc\nd\nef", { totalBytes: 8 })).toMatchObject({ lines: ["abc", "d", "ef"], error: null });
  });

  test.each([1, 700])("follows the %i complete lines after an error of the source", async (count) => {
    async function* breaking() {
      yield Buffer.from("a\n".repeat(count));
      yield Buffer.from("half a li");
      throw new Error("The connection is lost.");
    }
    const lines: string[] = [];
    const reading = (async () => {
      for await (const batch of readLines(breaking())) lines.push(...batch.lines);
    })();
    await expect(reading).rejects.toThrow("The connection is lost.");
    expect(lines).toEqual(Array(count).fill("a"));
  });

  test("closes the source if the reader stops early", async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.from("a\n".repeat(600));
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of readLines(endless())) break;
    expect(isClosed).toBe(true);
  });
});

test("memory use does not grow with the input", { tags: "full" }, async () => {
  async function* large() {
    for (const [line, times] of [
      ["x", 40],
      ["\n", 4],
      ["\0", 40],
      ["some log line\n", 40],
    ] as const) {
      const part = Buffer.alloc(mib, line);
      for (let time = 0; time < times; time += 1) yield part;
    }
  }
  const before = process.memoryUsage.rss();
  let most = 0;
  for await (const _ of readLines(large())) most = Math.max(most, process.memoryUsage.rss());
  expect(most - before).toBeLessThan(100 * mib);
});

function split(bytes: Buffer, lineBytes: number, chunkBytes: number) {
  const splitter = new LineSplitter(lineBytes);
  const batches: Lines[] = [];
  for (let start = 0; start < bytes.length; start += chunkBytes)
    batches.push(...splitter.push(bytes.subarray(start, start + chunkBytes)));
  batches.push(...splitter.end());
  return {
    lines: batches.flatMap(({ lines }) => lines),
    bad: batches.flatMap(({ bad }) => bad.map(({ line }) => line)),
    bytesRead: batches.at(-1)?.bytesRead ?? 0,
  };
}

test("returns the same lines for any chunk boundaries", () => {
  const byte = fc.constantFrom(0x61, 0x62, 0x0a, 0x0a, 0x0d, 0x00, 0xc3, 0xa9, 0xff);
  fc.assert(
    fc.property(
      fc.array(byte, { maxLength: 120 }).map((bytes) => Buffer.from(bytes)),
      fc.integer({ min: 1, max: 40 }),
      (bytes, chunkBytes) => {
        expect(split(bytes, 6, chunkBytes)).toEqual({ ...readPlainly(bytes, 6), bytesRead: bytes.length });
      },
    ),
    { numRuns: 500 },
  );
});

/** A simple reference implementation: all bytes at once, line by line. */
function readPlainly(bytes: Buffer, lineBytes: number): { lines: string[]; bad: number[] } {
  const raw = bytes.toString("latin1").split("\n");
  if (raw.at(-1) === "") raw.pop();
  const lines: string[] = [];
  const bad: number[] = [];
  raw.forEach((each, index) => {
    const line = Buffer.from(each.endsWith("\r") ? each.slice(0, -1) : each, "latin1");
    const text = line.toString("utf8");
    if (line.length <= lineBytes && !text.includes("\0") && Buffer.from(text).equals(line)) lines.push(text);
    else bad.push(index + 1);
  });
  return { lines, bad };
}
