import { expect, test } from "vitest";
import { hasHiddenCharacters, showHidden } from "@/lib/platform/core/visible-text";

test.each([
  ["ASCII", "Credit scoring (v2.1)"],
  ["accents", "Crédit à la consommation – été"],
  ["Arabic", "نموذج الائتمان"],
  ["Persian with a non-joiner between letters", "می\u200cخواهم"],
  ["Hindi with a joiner after a virama", "क्\u200dष"],
  ["Sinhala with a joiner after a virama", "ශ්\u200dරී"],
  ["Chinese", "信用评分模型"],
  ["an emoji with its variation selector", "❤\ufe0f scoring"],
])("accepts a name in %s", (_, name) => {
  expect(hasHiddenCharacters(name)).toBe(false);
});

test.each([
  ["a NUL", "a\u0000b"],
  ["a line feed", "a\nb"],
  ["a tab", "a\tb"],
  ["an escape", "a\u001b[31mb"],
  ["a delete character", "a\u007fb"],
  ["a C1 control", "a\u0085b"],
  ["a right-to-left override", "a\u202eb"],
  ["a bidirectional isolate", "a\u2067b\u2069"],
  ["a right-to-left mark", "a\u200fb"],
  ["a zero-width space", "a\u200bb"],
  ["a non-joiner between Latin letters", "ad\u200cmin"],
  ["a joiner between Latin letters", "ad\u200dmin"],
  ["a joiner between emoji", "👩\u200d💻"],
  ["a non-joiner at the end of Persian", "می\u200c"],
  ["a word joiner", "a\u2060b"],
  ["a byte order mark", "a\ufeffb"],
  ["a soft hyphen", "ad\u00admin"],
  ["a line separator", "a\u2028b"],
  ["a Hangul filler", "a\u3164b"],
  ["tag characters", "a\u{e0061}b"],
  ["a variation selector after a letter", "a\ufe0fb"],
  ["a supplementary variation selector", "a\u{e0100}b"],
  ["a Mongolian variation selector", "a\u180bb"],
  ["an unassigned invisible character", "a\u2065b"],
  ["a blank Braille pattern", "a\u2800b"],
])("rejects a name with %s", (_, name) => {
  expect(hasHiddenCharacters(name)).toBe(true);
});

test("a description can have several lines but no control characters", () => {
  expect(hasHiddenCharacters("one\r\n\ttwo", "several lines")).toBe(false);
  expect(hasHiddenCharacters("one\ntwo\u202e", "several lines")).toBe(true);
  expect(hasHiddenCharacters("one\u0007", "several lines")).toBe(true);
});

test("hidden characters in displayed JSON are escaped", () => {
  const value = { "a\u202eb": "zero\u200bwidth", tag: "\u{e0061}", name: "Zoë 信用" };
  const shown = showHidden(JSON.stringify(value, null, 2));
  expect(shown).toContain('"a\\u202eb": "zero\\u200bwidth"');
  expect(shown).toContain("Zoë 信用");
  expect(JSON.parse(shown)).toEqual(value);
});
