import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRange } from "@/lib/http/byte-range";

const size = fc.integer({ min: 0, max: 1_000 });
const position = fc.integer({ min: 0, max: 1_200 });

/** The bytes that an answer has, of a file whose bytes are their own positions. */
function bytesOf(answer: ReturnType<typeof readRange>, of: number): number[] | "unsatisfiable" {
  const file = Array.from({ length: of }, (_, i) => i);
  if (answer === "unsatisfiable") return answer;
  return answer === "whole" ? file : file.slice(answer.start, answer.end + 1);
}

function orNone(bytes: number[]): number[] | "unsatisfiable" {
  return bytes.length === 0 ? "unsatisfiable" : bytes;
}

describe("of any file, a range gives", () => {
  test("a-b: what stands between its ends, as far as there is a file", () => {
    fc.assert(
      fc.property(size, position, position, (of, a, b) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        const file = Array.from({ length: of }, (_, i) => i);
        expect(bytesOf(readRange(`bytes=${first}-${last}`, of), of)).toEqual(orNone(file.slice(first, last + 1)));
      }),
    );
  });

  test("a-: what stands from there on", () => {
    fc.assert(
      fc.property(size, position, (of, first) => {
        const file = Array.from({ length: of }, (_, i) => i);
        expect(bytesOf(readRange(`bytes=${first}-`, of), of)).toEqual(orNone(file.slice(first)));
      }),
    );
  });

  test("-n: its end, all of it where it is shorter", () => {
    fc.assert(
      fc.property(size, position, (of, length) => {
        const file = Array.from({ length: of }, (_, i) => i);
        const expected = length === 0 ? "unsatisfiable" : file.slice(-length);
        expect(bytesOf(readRange(`bytes=-${length}`, of), of)).toEqual(expected);
      }),
    );
  });

  test("whatever it says: the whole, nothing, or a part that the file has", () => {
    const header = fc.oneof(
      fc.string(),
      fc.stringMatching(/^(bytes|BYTES|lines)=[-0-9, a]{0,8}$/),
      fc.bigInt({ min: 0n }).map((far) => `bytes=${far}-${far}`),
    );
    fc.assert(
      fc.property(fc.option(header), size, (text, of) => {
        const range = readRange(text, of);
        if (typeof range === "string") return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(of);
      }),
    );
  });
});

const part = { start: 2, end: 4 };
test.each<[string | null, ReturnType<typeof readRange>]>([
  ["bytes=2-4", part],
  ["Bytes=2-4", part],
  ["bytes= 2-4 ", part],
  ["bytes=2-4000000000000000000000000000000", { start: 2, end: 9 }],
  ["bytes=0-", { start: 0, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-99999999999999999999999999", { start: 0, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=99999999999999999999999998-99999999999999999999999999", "unsatisfiable"],
  ["bytes=99999999999999999999999999-99999999999999999999999998", "whole"],
  ["bytes=-0", "unsatisfiable"],
  [null, "whole"],
  ["", "whole"],
  ["bytes", "whole"],
  ["bytes=", "whole"],
  ["bytes=-", "whole"],
  ["bytes=4-2", "whole"],
  ["bytes=a-b", "whole"],
  ["bytes=0x1-2", "whole"],
  ["bytes=1.0-2", "whole"],
  ["bytes=+1-2", "whole"],
  ["bytes=--1", "whole"],
  ["bytes=2-4,6-7", "whole"],
  ["bytes=2-4,", "whole"],
  ["lines=2-4", "whole"],
  ["bytes = 2-4", "whole"],
])("of ten bytes, %j asks for %j", (header, expected) => {
  expect(readRange(header, 10)).toEqual(expected);
});
