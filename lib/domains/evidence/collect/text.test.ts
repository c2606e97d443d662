import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineOf, nameOf } from "@/lib/domains/evidence/collect/payload";

describe("a single-line text", () => {
  test.each([
    ["is unchanged if it fits", "Zoë approved 変更 😀", 40, "Zoë approved 変更 😀"],
    ["has one space in place of white space and control characters", " a\r\n\tb\u0000\u2028c\u0085d ", 40, "a b c d"],
    ["has no direction control characters", "approved \u202eDETCEJER\u202c", 40, "approved DETCEJER"],
    ["has no unpaired surrogates", "a\ud83d b \ude00", 40, "a b"],
    ["is cut between grapheme clusters", "ab👩‍👩‍👧‍👦cd", 8, "ab…"],
    ["keeps a letter and its accents together", "abcde\u0301f", 6, "abcd…"],
    ["keeps a flag whole", "🇬🇧🇩🇪🇫🇷", 9, "🇬🇧🇩🇪…"],
    ["is not cut if it fits exactly", "abcdef", 6, "abcdef"],
    ["is cut within a character that is longer than the line", `a${"\u0301".repeat(30)}`, 8, `a${"\u0301".repeat(6)}…`],
    ["is an ellipsis if the first character does not fit", "😀😀", 1, "…"],
  ])("%s", (_what, text, max, line) => {
    expect(lineOf(text, max)).toBe(line);
  });

  test("is cut between code points if it is a name", () => {
    expect(nameOf("ab👩‍👩‍👧‍👦cd", 8)).toBe("ab👩‍👩…");
    expect(nameOf("ab😀😀", 4)).toBe("ab…");
    expect(nameOf(" a\n b ", 4)).toBe("a b");
  });

  test("has at most the requested length and only whole, printable characters", () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\ud800", "\u202e", "\u0301", "👩‍👩‍👧", " ")),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), fc.constantFrom(lineOf, nameOf), (parts, max, shorten) => {
        const line = shorten(parts.join(""), max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        expect(shorten(line, max)).toBe(line);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["lineOf", lineOf],
    ["nameOf", nameOf],
  ])("from %s does not keep the original text in memory", (_name, shorten) => {
    setFlagsFromString("--expose-gc");
    const collectGarbage: () => void = runInNewContext("gc");
    const kept: string[] = [];
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 200; i++) kept.push(shorten(JSON.parse(`"${i}${"x".repeat(250_000)}"`), 80));
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
    expect(kept).toHaveLength(200);
  });

  test("is cut from 20 MB of text within five seconds", () => {
    const huge = "a ".repeat(10_000_000);
    const begun = performance.now();
    expect(lineOf(huge, 10)).toBe("a a a a a…");
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
