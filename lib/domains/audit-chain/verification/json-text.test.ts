import fc from "fast-check";
import { expect, test } from "vitest";
import { isJson } from "@/lib/domains/audit-chain/verification/json-text";
import { propertyRuns } from "@/lib/platform/core/testing";

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.each([
  "",
  "-",
  '"x',
  "01",
  "1.",
  "1e",
  "-0",
  "1E5",
  "[1,]",
  "{,}",
  '{"a":1,}',
  '{"a":1}\n',
  '{"a":1}}',
  " {}",
  '{"a":"\u0001"}',
  '{"a":"\u007f\u2028"}',
  String.raw`{"a":"\x"}`,
  String.raw`{"a":"\u00g0"}`,
  String.raw`{"a":"\uD800"}`,
  '{"a":1,"a":2}',
  "[[[[[1]]]]]",
  `{"a":"${"x".repeat(300_000)}"}`,
  `{"a":"${"x".repeat(300_000)}`,
])("agrees with the parser about %.40s", (text) => {
  expect(isJson(text)).toBe(isParsed(text));
});

test("agrees with the parser about any JSON text, and about the text with a character replaced or removed", () => {
  const edited = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("", '"', "\\", "{", "}", "]", ",", ":", "0", "e", ".", " ", "\n", "u"))
    .map(([text, at, character]) => {
      const place = at % text.length;
      return [text, text.slice(0, place) + character + text.slice(place + 1)];
    });
  fc.assert(
    fc.property(edited, (texts) => {
      for (const text of texts) expect(isJson(text)).toBe(isParsed(text));
    }),
    { numRuns: propertyRuns(2_000) },
  );
});
