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
    ["a name that is written backwards", "\u202egnp.exe\u202c", "gnp.exe"],
    ["invisible letters", "pay\u200bpal\ufeff\u00ad", "paypal"],
    ["joiners within words of Persian and Hindi", "می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"],
    ["joiners elsewhere", "a \u200d b", "a  b"],
    ["an emoji", "done 🎉", `done ${missing}`],
    ["an emoji of many", "👨‍👩‍👧 all", `${missing} all`],
    ["a sign that no font has", "snow \u2603\ufe0f", `snow ${missing}`],
    ["private signs", "\ue000\uf8ff", missing + missing],
    ["the signs that the document uses as gaps", "a\u2900\u2b05b", `a${missing}${missing}b`],
    ["half a character", "a\ud800b", "a\ufffdb"],
    ["piled marks", `Z${"\u0323".repeat(40)}`, "Ẓ\u0323\u0323\u0323\u0323"],
  ])("shows %s", (_what, given, shown) => {
    expect(cleanText(given, covers)).toBe(shown);
  });

  test("removes control characters, reordering marks and characters that no font has", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (given) => {
        const shown = cleanText(given, (codePoint) => codePoint > 0x1f && codePoint !== 0x7f && covers(codePoint));
        expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\u2028]/u);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});
