import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError } from "@/lib/errors";
import { decodeUtf8, parseNdjson, parseStrictJson } from "@/lib/http/json";

function refusal(work: () => unknown): ServiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

function nested(levels: number, open: string, close: string): string {
  return open.repeat(levels) + "1" + close.repeat(levels);
}

test.each([
  ["a scalar", "1", 1],
  ["white space around", ' \r\n\t{ "a" : [ ] } ', { a: [] }],
  ["32 levels of arrays", nested(32, "[", "]"), JSON.parse(nested(32, "[", "]"))],
  ["32 levels of objects", nested(32, '{"a":', "}"), JSON.parse(nested(32, '{"a":', "}"))],
  ["an escaped pair of surrogates", '"\\ud83d\\ude00"', "😀"],
  ["every control character but NUL", '"\\u0001\\u001f\\u007f"', "\u0001\u001f\u007f"],
  ["the largest double", "1.7976931348623157e308", Number.MAX_VALUE],
  ["a number too small for a double", "1e-400", 0],
  ["a key that is there twice", '{"a":1,"a":2}', { a: 2 }],
  [
    "keys that look like others",
    '{"constructor":{"prototype":1},"toString":2}',
    { constructor: { prototype: 1 }, toString: 2 },
  ],
])("accepts %s", (_what, text, value) => {
  expect(parseStrictJson(text)).toEqual(value);
});

test.each<[string, string, string]>([
  ["nothing", "", "The body is empty."],
  ["white space", " \n", "The body is empty."],
  ["no JSON", "{", "The body is not valid JSON"],
  ["a trailing comma", "[1,]", "The body is not valid JSON"],
  ["two values", "1 2", "The body is not valid JSON"],
  ["a single quote", "{'a':1}", "The body is not valid JSON"],
  ["NaN", '{"a":NaN}', "The body is not valid JSON"],
  ["a raw control character", '"a\u0001"', "The body is not valid JSON"],
  ["a byte order mark inside", "\ufeff{}", "The body is not valid JSON"],
  ["33 levels of arrays", nested(33, "[", "]"), `${"[0]".repeat(32)} is nested deeper than 32 levels.`],
  ["33 levels of objects", nested(33, '{"a":', "}"), "is nested deeper than 32 levels."],
  ["empty nesting", "[".repeat(33) + "]".repeat(33), "is nested deeper than 32 levels."],
  ["a NUL character", '{"a":["b","c\\u0000"]}', "a[1] contains a NUL character."],
  ["a NUL character in a key", '{"a":{"\\u0000":1}}', "a contains a NUL character."],
  ["a NUL character as the whole body", '"\\u0000"', "The body contains a NUL character."],
  ["a lone high surrogate", '{"a":"\\ud800"}', "a contains a lone surrogate."],
  ["a lone low surrogate in a key", '{"\\udc00":1}', "The body contains a lone surrogate."],
  ["surrogates in the wrong order", '{"a":"\\ude00\\ud83d"}', "a contains a lone surrogate."],
  ["a number that is not finite", '{"a":{"b":1e400}}', "a.b is a number outside the range of a double"],
  ["a negative number that is not finite", "[-1e309]", "[0] is a number outside the range of a double"],
  ["a __proto__ key", '{"a":{"__proto__":{}}}', "a has a __proto__ key."],
  ["a __proto__ key that is escaped", '{"\\u005f_proto__":1}', "The body has a __proto__ key."],
])("refuses %s", (_what, text, message) => {
  const error = refusal(() => parseStrictJson(text));
  expect(error).toMatchObject({ code: "invalid_json", status: 400 });
  expect(error.message).toContain(message);
});

test("a million levels of nesting are refused, not crashed on", () => {
  expect(refusal(() => parseStrictJson("[".repeat(500_000))).code).toBe("invalid_json");
  expect(refusal(() => parseStrictJson("[".repeat(250_000) + "]".repeat(250_000))).code).toBe("invalid_json");
});

test("a refusal does not repeat what was sent, and keeps its place readable", () => {
  const secret = "sk_live_secret";
  expect(refusal(() => parseStrictJson(`{"a":"${secret}"`)).message).not.toContain(secret);
  const long = refusal(() => parseStrictJson(`{"${"😀".repeat(500)}":1e400}`));
  expect(long.message.length).toBeLessThan(300);
  expect(long.message.isWellFormed()).toBe(true);
});

test("whatever is accepted can be written as JSON and read again unchanged, and nothing else is thrown than refusals", () => {
  const text = fc.oneof(
    fc.json({ stringUnit: "binary" }),
    fc.string({ unit: fc.constantFrom(...'[]{}":,\\u0d8e1-.tfn \u0000\ud800'), maxLength: 30 }),
  );
  fc.assert(
    fc.property(text, (sent) => {
      let value: unknown;
      try {
        value = parseStrictJson(sent);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_json" });
        return;
      }
      const written = JSON.stringify(value);
      expect(written.isWellFormed()).toBe(true);
      expect(written).not.toContain("\\u0000");
      expect(JSON.stringify(parseStrictJson(written))).toBe(written);
    }),
    { numRuns: 1_000 },
  );
});

test("lines are read one by one, blank ones passed over, whatever ends them", () => {
  expect(parseNdjson('{"a":1}\n\n{"a":2}\r\n  \n3')).toEqual([{ a: 1 }, { a: 2 }, 3]);
  expect(parseNdjson("")).toEqual([]);
  expect(parseNdjson('{"a":"line\\nbreak \u2028"}')).toEqual([{ a: "line\nbreak \u2028" }]);
});

test("a line that cannot be read is named by its number", () => {
  const error = refusal(() => parseNdjson('{}\n\n{"a":"\\u0000"}\n{'));
  expect(error).toMatchObject({
    code: "invalid_json",
    message: "Line 3: a contains a NUL character.",
    details: [{ path: "line 3" }],
  });
});

test.each([
  ["a byte that begins nothing", [0x22, 0xff, 0x22]],
  ["a character cut short", [0x22, 0xe2, 0x82, 0x22]],
  ["an overlong slash", [0x22, 0xc0, 0xaf, 0x22]],
  ["a surrogate in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["UTF-16", [0xfe, 0xff, 0x00, 0x31]],
])("refuses bytes that are not UTF-8: %s", (_what, bytes) => {
  expect(refusal(() => decodeUtf8(Uint8Array.from(bytes)))).toMatchObject({ code: "invalid_json", status: 400 });
});

test("a byte order mark before a body is passed over, and one body does not disturb the next", () => {
  expect(decodeUtf8(Uint8Array.from([0xef, 0xbb, 0xbf, 0x31]))).toBe("1");
  refusal(() => decodeUtf8(Uint8Array.from([0xe2, 0x82])));
  expect(decodeUtf8(Buffer.from("€"))).toBe("€");
});
