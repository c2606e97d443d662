import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { breakLines } from "@/lib/platform/pdf/typeset/break-lines";

/** Every letter has a width of one. */
const measure = (text: string) => Array.from(text).length;

const words = fc.array(
  fc.string({ unit: fc.constantFrom(..."abcXYZ019-/.,_:漢字、「」กข"), minLength: 1, maxLength: 30 }),
  {
    minLength: 1,
    maxLength: 20,
  },
);

describe("line breaking", () => {
  test("preserves everything, with the spaces between lines at their ends", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 30 }), (given, width) => {
        const text = given.join(" ");
        const { lines, cut } = breakLines(text, width, measure);
        expect(cut).toBe(false);
        expect(lines.join("")).toBe(text.replace(/ +/g, " ").trim());
      }),
    );
  });

  test("produces no line wider than the limit", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5 }), (given, width, maxLines) => {
        for (const line of breakLines(given.join(" "), width, measure, maxLines).lines) {
          expect(measure(line.trimEnd())).toBeLessThanOrEqual(Math.max(width, 2));
        }
      }),
    );
  });

  test("produces at most the given number of lines and marks truncated text", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 4, max: 30 }), fc.integer({ min: 1, max: 4 }), (given, width, maxLines) => {
        const text = given.join(" ");
        const { lines, cut } = breakLines(text, width, measure, maxLines);
        const whole = breakLines(text, width, measure).lines;
        expect(lines.length).toBeLessThanOrEqual(maxLines);
        expect(cut).toBe(whole.length > maxLines);
        expect(lines.at(-1)?.endsWith("\u2026")).toBe(cut);
      }),
    );
  });

  test.each([
    ["at spaces", "one two three", 7, ["one two ", "three"]],
    ["a hash into fitting parts, without hyphens", "sha256:0123456789abcdef", 10, ["sha256:", "0123456789", "abcdef"]],
    ["after punctuation in long names", "first.second.third", 8, ["first.", "second.", "third"]],
    ["after the hyphen of a compound", "post-model adjustment", 12, ["post-model ", "adjustment"]],
    ["never in a date or an ID", "on 2026-03-14 evt_01", 13, ["on 2026-03-14 ", "evt_01"]],
    ["between ideographs", "信用評価モデル", 4, ["信用評価", "モデル"]],
    ["not before a closing mark", "信用評価。次", 4, ["信用評", "価。次"]],
    ["not after an opening mark", "信用評「価」", 4, ["信用評", "「価」"]],
    ["Thai between words", "ความเสี่ยงของลูกค้า", 12, ["ความเสี่ยง", "ของลูกค้า"]],
    ["an empty text into one empty line", "", 10, [""]],
    ["several spaces as one", "  a   b ", 10, ["a b"]],
  ])("breaks %s", (_what, text, width, lines) => {
    expect(breakLines(text, width, measure).lines).toEqual(lines);
  });

  test("truncates within the next word to show as much as possible", () => {
    expect(breakLines("one two three four", 7, measure, 2)).toEqual({ lines: ["one two ", "three\u2026"], cut: true });
    expect(breakLines("one elephantine", 12, measure, 1)).toEqual({ lines: ["one elephan\u2026"], cut: true });
  });

  test("ignores text that cannot be shown", () => {
    const looked: string[] = [];
    const counting = (text: string) => {
      looked.push(text);
      return measure(text);
    };
    const { lines, cut } = breakLines("x".repeat(1_000_000), 40, counting, 2);
    expect({ count: lines.length, cut }).toEqual({ count: 2, cut: true });
    expect(looked.join("").length).toBeLessThan(10_000);
  });
});
