import fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "@/lib/shadow-ai/ingest/input/line-splitter";
import type { Lines } from "@/lib/shadow-ai/ingest/input/types";

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

test.each([1, 2, 3, 100])("a line of just the longest length is read, in chunks of %i bytes", (chunkBytes) => {
  expect(split(Buffer.from("1234\n12345\n1234\r\n12345\r\n1234"), 4, chunkBytes)).toMatchObject({
    lines: ["1234", "1234", "1234"],
    bad: [2, 4],
  });
});

test("the same bytes give the same lines, however they are cut", () => {
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

test("lines that grow over many chunks are put together", () => {
  const lines = [10, 5_000, 70_000, 900_000].map((length) => "abc".repeat(length / 3));
  expect(split(Buffer.from(lines.join("\n")), 1024 * 1024, 1_000).lines).toEqual(lines);
});

/** The same in the plainest way: all bytes at once, line by line. */
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
