import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText, missing } from "@/lib/platform/pdf/typeset/typesetter";

/** Fonts without emoji and hieroglyphs. */
const covers = (codePoint: number) => codePoint < 0x1f000 && codePoint !== 0x2603;

describe("cleaning text", () => {
  test.each([
    ["plain text", "Model 2.4: ok", "Model 2.4: ok"],
    ["composed letters", "Za\u0308hler", "Zähler"],
    ["line ends and tabs", "a\r\n\tb\u2028c", "a b c"],
    ["a name in reversed writing direction", "\u202egnp.exe\u202c", "gnp.exe"],
    ["invisible letters", "pay\u200bpal\ufeff\u00ad", "paypal"],
    ["joiners within Persian and Hindi words", "می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"],
    ["joiners elsewhere", "a \u200d b", "a  b"],
    ["an emoji", "done 🎉", `done ${missing}`],
    ["an emoji sequence", "👨‍👩‍👧 all", `${missing} all`],
    ["a character without a glyph", "snow \u2603\ufe0f", `snow ${missing}`],
    ["private-use characters", "\ue000\uf8ff", missing + missing],
    ["the characters that the document uses as gaps", "a\u2900\u2b05b", `a${missing}${missing}b`],
    ["a lone surrogate", "a\ud800b", "a\ufffdb"],
    ["stacked marks", `Z${"\u0323".repeat(40)}`, "Ẓ\u0323\u0323\u0323\u0323"],
  ])("handles %s", (_what, given, shown) => {
    expect(cleanText(given, covers)).toBe(shown);
  });

  test("removes controls, reordering marks and characters without a glyph", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (given) => {
        const shown = cleanText(given, (codePoint) => codePoint > 0x1f && codePoint !== 0x7f && covers(codePoint));
        expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\u2028]/u);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});
