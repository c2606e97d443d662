import canonicalize from "canonicalize";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jcs } from "@/lib/platform/crypto/jcs";

/** Any JSON value, with all Unicode characters in keys and strings and all finite numbers. */
const json = fc.letrec<{ value: fc.JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()),
    fc.string({ unit: "binary" }),
    fc.array(tie("value"), { maxLength: 6 }),
    fc.dictionary(key(), tie("value"), { maxKeys: 8 }),
  ),
})).value;

/** Keys of one character, which collide in sorting; of digits, which objects put first; and of anything. */
function key() {
  return fc.oneof(
    fc.constantFrom("", "a", "A", "é", "\u2028", "\ue000", "\uffff", "\u{10000}", "😀", "1", "10", "9", "constructor"),
    fc.nat().map(String),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
}

test("the canonical text of any JSON matches the reference implementation", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(jcs(value)).toBe(canonicalize(value));
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  // RFC 8785, appendix B: the bits of a double and its text
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["ffefffffffffffff", "-1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["c340000000000000", "-9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],
  ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],
  ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
])("the double %s is written as %s", (bits, text) => {
  expect(jcs(Buffer.from(bits, "hex").readDoubleBE())).toBe(text);
});

test("keys are sorted by UTF-16 code units (RFC 8785, 3.2.3)", () => {
  const members = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\u{1f600}": 5, "\u0080": 6, "\u00f6": 7 };
  expect(jcs(members)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}');
});

test("undefined members are omitted at any level", () => {
  expect(jcs({ a: undefined, b: 1, c: undefined })).toBe('{"b":1}');
  expect(jcs({ a: 1, b: undefined, c: { d: undefined } })).toBe('{"a":1,"c":{}}');
});

test.each<[string, unknown]>([
  ["undefined", undefined],
  ["a function", Object],
  ["a symbol", Symbol("a")],
  ["a large integer", 1n],
])("%s is not JSON and is rejected at any level", (_, value) => {
  expect(() => jcs(value)).toThrow(TypeError);
  expect(() => jcs({ a: [1, value] })).toThrow(TypeError);
  if (value !== undefined) expect(() => jcs({ a: { b: value } })).toThrow(TypeError);
});
