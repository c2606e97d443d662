import { describe, expect, test } from "vitest";
import { InputError } from "@/lib/shadow-ai/ingest/input";
import { chunksOf } from "@/lib/shadow-ai/ingest/input/testing/read-all";
import { zstdFixtures } from "@/lib/shadow-ai/ingest/input/testing/zstd-fixtures";
import { isZstd, unzstd } from "@/lib/shadow-ai/ingest/input/zstd/unzstd";

const magic = [0x28, 0xb5, 0x2f, 0xfd];
/** Neither length nor checksum, a window of 128 KiB. */
const plainHeader = [...magic, 0x00, 0x38];
const [raw, repeated, compressed] = [0, 1, 2];

function block(type: number, size: number, content: number[], isLast = true): number[] {
  const header = (size << 3) | (type << 1) | (isLast ? 1 : 0);
  return [header & 0xff, (header >> 8) & 0xff, header >> 16, ...content];
}

function compressedBlock(...content: number[]): number[] {
  return block(compressed, content.length, content);
}

/** One sequence without literals that copies three bytes; its offset has this code and these bits. */
function copyBlock(offsetCode: number, bits: number, isLast = true): number[] {
  return block(compressed, 7, [0x00, 1, 0x54, 0, offsetCode, 0, (1 << offsetCode) | bits], isLast);
}

const text = (value: string) => [...Buffer.from(value)];
const hello = [...plainHeader, ...block(raw, 5, text("hello"))];

async function unpack(bytes: number[] | Uint8Array, chunkBytes = 1_000_000): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of unzstd(chunksOf(Buffer.from(bytes), chunkBytes))) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe("what the zstd command made", () => {
  test.each(zstdFixtures)("is unpacked: $about", async ({ content, base64 }) => {
    const bytes = Buffer.from(base64, "base64");
    const expected = content();
    expect((await unpack(bytes)) === expected).toBe(true);
    expect((await unpack(bytes, 3)) === expected).toBe(true);
  });

  test.each(zstdFixtures)("breaks with one bit of its checksum: $about", async ({ base64 }) => {
    const bytes = Buffer.from(base64, "base64");
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    await expect(unpack(bytes)).rejects.toThrow("the checksum is not that of the content");
  });
});

describe("frames by hand", () => {
  const skippable = [0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
  test.each([
    ["a block as it is", hello, "hello"],
    ["a block of one byte repeated", [...plainHeader, ...block(repeated, 5, text("a"))], "aaaaa"],
    ["an empty last block", [...plainHeader, ...block(raw, 2, text("ab"), false), ...block(raw, 0, [])], "ab"],
    ["several frames", [...hello, ...hello], "hellohello"],
    ["skippable frames around", [...skippable, ...hello, ...skippable], "hello"],
    ["a skippable frame alone", skippable, ""],
    ["a length in one byte", [...magic, 0x20, 5, ...block(raw, 5, text("hello"))], "hello"],
    ["a length in eight bytes", [...magic, 0xc0, 0, 5, 0, 0, 0, 0, 0, 0, 0, ...block(raw, 5, text("hello"))], "hello"],
    ["a dictionary of number 0, which is none", [...magic, 0x02, 0, 0, 0, ...block(raw, 5, text("hello"))], "hello"],
    ["literals of one byte repeated", [...plainHeader, ...compressedBlock((5 << 3) | 1, 0x61, 0)], "aaaaa"],
    [
      "a Huffman code with its weights as they are",
      [...plainHeader, ...compressedBlock(...plainWeights)],
      "\u0000\u0001\u0001\u0000",
    ],
  ])("%s", async (_, bytes, expected) => {
    expect(isZstd(Uint8Array.from(bytes))).toBe(true);
    expect(await unpack(bytes)).toBe(expected);
    expect(await unpack(bytes, 1)).toBe(expected);
  });

  // The first offset is 3, so that the recent ones are 3, 1 and 4.
  test.each([
    ["the second to last", 0, 0, "hhh"],
    ["the third to last", 1, 0, "hfg"],
    ["the last but one less", 1, 1, "ghg"],
  ])("an offset that is %s, where no literals stand between", async (_, offsetCode, bits, copied) => {
    const blocks = [
      ...block(raw, 8, text("abcdefgh"), false),
      ...copyBlock(2, 2, false),
      ...copyBlock(offsetCode, bits),
    ];
    expect(await unpack([...plainHeader, ...blocks])).toBe(`abcdefghfgh${copied}`);
  });

  test("more sequences than two bytes can count, which take no bits at all", async () => {
    const count = 0x7f00 + 3;
    const sequences = [0x00, 0xff, 3, 0, 0x54, 0, 0, 0, 0x01];
    const bytes = [...plainHeader, ...block(raw, 8, text("abcdefgh"), false), ...compressedBlock(...sequences)];
    // Each names the second to last offset, so that those of 4 and 1 take turns.
    const expected = text("abcdefgh");
    for (let index = 0; index < 3 * count; index += 1) expected.push(expected.at(index % 6 < 3 ? -4 : -1) as number);
    expect((await unpack(bytes)) === Buffer.from(expected).toString()).toBe(true);
  });
});

/** Huffman, one stream, 4 literals in 3 bytes: two codes of one bit, and the bits 0 1 1 0 below their mark. */
const plainWeights = [2 | (4 << 4), 3 << 6, 0, 128, 0x10, 0b1_0110, 0];

const sequencesFrame = [...plainHeader, ...block(raw, 8, text("abcdefgh"), false), ...copyBlock(2, 2)];

describe("what breaks the format is an InputError", () => {
  const window = (byte: number) => [...magic, 0x00, byte, ...block(raw, 0, [])];
  test.each([
    ["a bit that is reserved", [...magic, 0x08, 0], "uses a bit"],
    ["a dictionary", [...magic, 0x01, 0, 7, ...block(raw, 0, [])], "needs a dictionary"],
    ["a window above 8 MiB", window((13 << 3) | 1), "--long"],
    ["a window of terabytes", window(0xff), "--long"],
    ["a length above 8 MiB in one segment", [...magic, 0xa0, 1, 0, 128, 0], "--long"],
    ["a reserved type of block", [...plainHeader, ...block(3, 0, [])], "type that means nothing"],
    ["a block above 128 KiB", [...plainHeader, ...block(repeated, 131_073, [0])], "larger than it may be"],
    ["a block above the window", [...magic, 0x00, 0x00, ...block(repeated, 1_025, [0])], "larger than it may be"],
    ["less content than said", [...magic, 0x20, 9, ...block(raw, 5, text("hello"))], "shorter than it says"],
    [
      "more content than said",
      [...magic, 0x20, 5, ...block(raw, 4, text("hell"), false), ...block(raw, 4, text("oooo"))],
      "longer than it says",
    ],
    ["something behind the frame", [...hello, 1, 2, 3, 4], "behind its end"],
    ["less than a magic number behind it", [...hello, 1], "cut off"],
    ["half a skippable frame", [0x50, 0x2a, 0x4d, 0x18, 255, 255, 255, 255, 1], "cut off"],
    ["an empty compressed block", [...plainHeader, ...compressedBlock()], "empty"],
    ["no number of sequences", [...plainHeader, ...compressedBlock(0x00)], "number of sequences"],
    ["bytes behind no sequences", [...plainHeader, ...compressedBlock(0x00, 0, 0)], "left over"],
    ["unknown modes of sequences", [...plainHeader, ...compressedBlock(0x00, 1, 0x01, 0x80)], "modes"],
    ["a table to use again in the first block", [...plainHeader, ...compressedBlock(0x00, 1, 0xc0, 0x80)], "use again"],
    [
      "a table of the frame before to use again",
      [...sequencesFrame, ...plainHeader, ...compressedBlock(0x00, 1, 0xc0, 0x80)],
      "use again",
    ],
    [
      "Huffman literals with the table of the frame before",
      [
        ...plainHeader,
        ...compressedBlock(...plainWeights),
        ...plainHeader,
        ...compressedBlock(3 | (1 << 4), 64, 0, 0x80, 0),
      ],
      "Huffman table is missing",
    ],
    [
      "Huffman literals without a table",
      [...plainHeader, ...compressedBlock(3 | (1 << 4), 64, 0, 0x80, 0)],
      "Huffman table is missing",
    ],
    [
      "an offset before the beginning",
      [...plainHeader, ...compressedBlock(0x00, 1, 0x54, 0, 0, 0, 0x01)],
      "before the beginning",
    ],
    [
      "literals that are not there",
      [...plainHeader, ...compressedBlock(0x00, 1, 0x54, 1, 0, 0, 0x01)],
      "literals are missing",
    ],
    ["an offset beyond any window", [...plainHeader, ...compressedBlock(0x00, 1, 0x54, 0, 31, 0, 0x01)], "too large"],
    [
      "a match longer than a block",
      [...plainHeader, ...compressedBlock(0x08, 0x61, 1, 0x54, 1, 0, 52, 0xff, 0xff, 0x01)],
      "larger than it may be",
    ],
    ["a stream of bits without an end", [...plainHeader, ...compressedBlock(0x00, 1, 0x54, 0, 0, 0, 0x00)], "no end"],
    ["bits left over", [...plainHeader, ...compressedBlock(0x08, 0x61, 1, 0x54, 1, 0, 0, 0x02)], "left over"],
    [
      "weights of a Huffman code that never end",
      [...plainHeader, ...compressedBlock(2 | (1 << 4), 0x80, 1, 4, 0xf0, 0x03, 0x00, 0x04, 0x01)],
      "too many symbols",
    ],
  ])("%s", async (_, bytes, message) => {
    for (const chunkBytes of [1, 1_000]) {
      const unpacking = unpack(bytes, chunkBytes);
      await expect(unpacking).rejects.toThrow(message);
      await expect(unpacking).rejects.toBeInstanceOf(InputError);
    }
  });

  test("a frame that is cut off anywhere", async () => {
    for (const { base64 } of zstdFixtures.slice(0, 3)) {
      const bytes = Buffer.from(base64, "base64");
      for (let end = 4; end < bytes.length; end += 1)
        await expect(unpack(bytes.subarray(0, end))).rejects.toThrow("cut off");
    }
  });
});

test("frames that are tiny and many take no memory each", async () => {
  const eightMebibytes = [...magic, 0x00, 13 << 3, ...block(raw, 1, text("a"))];
  const frames = Buffer.concat(Array(2_000).fill(Buffer.from(eightMebibytes)));
  expect(await unpack(frames)).toBe("a".repeat(2_000));
});
