import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError } from "@/lib/platform/core/errors";
import { decodeUtf8, parseNdjson, parseStrictJson } from "@/lib/platform/http/json";

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
  ["surrounding white space", ' \r\n\t{ "a" : [ ] } ', { a: [] }],
  ["32 levels of arrays", nested(32, "[", "]"), JSON.parse(nested(32, "[", "]"))],
  ["32 levels of objects", nested(32, '{"a":', "}"), JSON.parse(nested(32, '{"a":', "}"))],
  ["an escaped surrogate pair", '"\\ud83d\\ude00"', "😀"],
  ["every control character except NUL", '"\\u0001\\u001f\\u007f"', "\u0001\u001f\u007f"],
  ["the largest double", "1.7976931348623157e308", Number.MAX_VALUE],
  ["a number too small for a double", "1e-400", 0],
  ["the largest exact integers", "[9007199254740992,-9007199254740992]", [2 ** 53, -(2 ** 53)]],
  ["a large number with as many digits as a double has", '{"a":6.02214076e23,"b":1e21}', { a: 6.02214076e23, b: 1e21 }],
  ["an integer beyond 2^53 as a string", '{"a":"9007199254740993"}', { a: "9007199254740993" }],
  ["a fraction with more digits than a double has", "0.12345678901234567890", 0.12345678901234568],
  ["colons in strings", '{"a":"\\":1,\\"b\\":","c":"\\\\","d" : {}}', { a: '":1,"b":', c: "\\", d: {} }],
  ["the same name in several objects", '[{"a":{"a":1}},{"a":2}]', [{ a: { a: 1 } }, { a: 2 }]],
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
  ["only white space", " \n", "The body is empty."],
  ["invalid JSON", "{", "The body is not valid JSON"],
  ["a trailing comma", "[1,]", "The body is not valid JSON"],
  ["two values", "1 2", "The body is not valid JSON"],
  ["a single quote", "{'a':1}", "The body is not valid JSON"],
  ["NaN", '{"a":NaN}', "The body is not valid JSON"],
  ["a raw control character", '"a\u0001"', "The body is not valid JSON"],
  ["a byte order mark in the text", "\ufeff{}", "The body is not valid JSON"],
  ["33 levels of arrays", nested(33, "[", "]"), `${"[0]".repeat(32)} is nested deeper than 32 levels.`],
  ["33 levels of objects", nested(33, '{"a":', "}"), "is nested deeper than 32 levels."],
  ["deeply nested empty arrays", "[".repeat(33) + "]".repeat(33), "is nested deeper than 32 levels."],
  ["a NUL character", '{"a":["b","c\\u0000"]}', "a[1] contains a NUL character."],
  ["a NUL character in a key", '{"a":{"\\u0000":1}}', "a contains a NUL character."],
  ["a NUL character as the entire body", '"\\u0000"', "The body contains a NUL character."],
  ["a lone high surrogate", '{"a":"\\ud800"}', "a contains a lone surrogate."],
  ["a lone low surrogate in a key", '{"\\udc00":1}', "The body contains a lone surrogate."],
  ["reversed surrogates", '{"a":"\\ude00\\ud83d"}', "a contains a lone surrogate."],
  ["an infinite number", '{"a":{"b":1e400}}', "a.b is a number outside the range of a double"],
  ["a negative infinite number", "[-1e309]", "[0] is a number outside the range of a double"],
  ["an integer beyond 2^53", '{"a":[1,9007199254740993]}', "a[1] is an integer beyond ±2^53"],
  ["an integer below -2^53", '{"a":{"b":-9007199254740993 }}', "a.b is an integer beyond ±2^53"],
  ["an integer beyond 2^53 that a double can represent", "10000000000000000", "send it as a string"],
  ["an integer beyond 2^53 with an exponent that keeps its digits", '{"a":1e17}', "a is an integer beyond ±2^53"],
  ["an integer beyond 2^53 with an exponent", '{"a":9.007199254740993e15}', "a is an integer beyond ±2^53"],
  ["an integer beyond 2^53 with a zero fraction", '{"a":9007199254740993.0}', "a is an integer beyond ±2^53"],
  ["a repeated key", '{"a":1,"a":2}', "a must not appear more than once."],
  ["a repeated nested key", '{"b":[{}, {"a":1 , "c":"\\"" ,\n"a" :[]}]}', "b[1].a must not appear more than once."],
  ["a repeated escaped key", '{"a":1,"\\u0061":2}', "a must not appear more than once."],
  ["a repeated empty key", '{"":1,"":2}', "The body must not appear more than once."],
  ["a repeated key that ends with a backslash", '{"a\\\\":1,"a\\\\":2}', "a\\ must not appear more than once."],
  ["several problems", '{"a":1,"a":9007199254740993}', "The body has 2 problems; see details."],
  ["a __proto__ key", '{"a":{"__proto__":{}}}', "a has a __proto__ key."],
  ["an escaped __proto__ key", '{"\\u005f_proto__":1}', "The body has a __proto__ key."],
])("rejects %s", (_what, text, message) => {
  const error = refusal(() => parseStrictJson(text));
  expect(error).toMatchObject({ code: "invalid_json", status: 400 });
  expect(error.message).toContain(message);
});

test("rejects a million levels of nesting without crashing", () => {
  expect(refusal(() => parseStrictJson("[".repeat(500_000))).code).toBe("invalid_json");
  expect(refusal(() => parseStrictJson("[".repeat(250_000) + "]".repeat(250_000))).code).toBe("invalid_json");
});

test("an error does not repeat the input, and its path is readable", () => {
  const secret = "sk_live_secret";
  expect(refusal(() => parseStrictJson(`{"a":"${secret}"`)).message).not.toContain(secret);
  const long = refusal(() => parseStrictJson(`{"${"😀".repeat(500)}":1e400}`));
  expect(long.message.length).toBeLessThan(300);
  expect(long.message.isWellFormed()).toBe(true);
});

test("accepted JSON can be written and read again unchanged, and only rejections are thrown", () => {
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

test("reads lines one by one with any line ends and skips blank lines", () => {
  const read = (text: string) => parseNdjson(text, "events", 3);
  expect(read('{"a":1}\n\n{"a":2}\r\n  \n3')).toEqual([{ a: 1 }, { a: 2 }, 3]);
  expect(read("")).toEqual([]);
  expect(read('{"a":"line\\nbreak \u2028"}')).toEqual([{ a: "line\nbreak \u2028" }]);
});

test("reports an unreadable line with its number", () => {
  const error = refusal(() => parseNdjson('{}\n\n{"a":"\\u0000"}\n{', "events", 9));
  expect(error).toMatchObject({
    code: "invalid_json",
    message: "Line 3: a contains a NUL character.",
    details: [{ path: "line 3" }],
  });
});

test("rejects too many lines before reading them", () => {
  const error = refusal(() => parseNdjson(`1\n${"{\n".repeat(1_000_000)}`, "events", 1));
  expect(error).toMatchObject({
    code: "validation_failed",
    details: [{ path: "events", message: "must have at most 1 entries" }],
  });
});

test("finds a repeated name in any object", () => {
  const names = fc.array(fc.string({ unit: fc.constantFrom(...'":\\ ,{}a') }), { minLength: 1 });
  fc.assert(
    fc.property(names, fc.nat(), (given, pick) => {
      const distinct = [...new Set(given)];
      const members = distinct.map((name) => `${JSON.stringify(name)} : ${JSON.stringify(`${name}":`)}`);
      expect(Object.keys(parseStrictJson(`{${members.join(",")}}`) as object)).toHaveLength(distinct.length);
      const twice = [...members, `${JSON.stringify(distinct[pick % distinct.length])}:[]`];
      expect(refusal(() => parseStrictJson(`{${twice.join(" , ")}}`)).message).toContain(
        "must not appear more than once",
      );
    }),
  );
});

test.each([
  ["an invalid first byte", [0x22, 0xff, 0x22]],
  ["a truncated character", [0x22, 0xe2, 0x82, 0x22]],
  ["an overlong slash", [0x22, 0xc0, 0xaf, 0x22]],
  ["a surrogate in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["UTF-16", [0xfe, 0xff, 0x00, 0x31]],
])("rejects bytes that are not UTF-8: %s", (_what, bytes) => {
  expect(refusal(() => decodeUtf8(Uint8Array.from(bytes)))).toMatchObject({ code: "invalid_json", status: 400 });
});

test("ignores a byte order mark, and bodies do not affect each other", () => {
  expect(decodeUtf8(Uint8Array.from([0xef, 0xbb, 0xbf, 0x31]))).toBe("1");
  refusal(() => decodeUtf8(Uint8Array.from([0xe2, 0x82])));
  expect(decodeUtf8(Buffer.from("€"))).toBe("€");
});
