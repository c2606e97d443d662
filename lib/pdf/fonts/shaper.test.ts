import { Font } from "@react-pdf/renderer";
import { beforeAll, describe, expect, test } from "vitest";
import { loadFonts } from "@/lib/pdf/fonts/load-fonts";
import { Positions } from "@/lib/pdf/fonts/positions";
import type { ShapedRun, Shaper } from "@/lib/pdf/fonts/shaper";

beforeAll(async () => {
  await loadFonts(["arabic", "hebrew", "thai", "han", "hangul"]);
});

/** A font as the renderer uses it. */
function fontOf(family: string): Shaper {
  return Font.getFont({ fontFamily: `evidence ${family}`, fontWeight: 400 }).data as unknown as Shaper;
}

/** As the renderer asks for it: always from left to right. */
function layout(family: string, text: string): ShapedRun {
  return fontOf(family).layout(text, undefined, undefined, undefined, "ltr");
}

describe("marks", () => {
  test("of a text from the right stand on their letters once the renderer has turned it around", () => {
    const { glyphs, positions } = layout("arabic", "ن");
    const visual = { glyphs: glyphs.toReversed(), positions: Array.from(positions).toReversed() };
    const [dot, letter] = visual.positions;
    expect(visual.glyphs.map(({ codePoints }) => codePoints.length)).toEqual([0, 1]);
    expect(dot?.xAdvance).toBe(0);
    expect(dot?.xOffset).toBeGreaterThan(0);
    expect(dot?.xOffset).toBeLessThan(letter?.xAdvance ?? 0);
  });

  test("keep their places when the renderer scales them and puts them on the line", () => {
    const positions = new Positions();
    positions.unitsPerEm = 2000;
    positions.push(
      { xAdvance: 500, yAdvance: 0, xOffset: 0, yOffset: 0 },
      { xAdvance: 0, yAdvance: 0, xOffset: -300, yOffset: 140 },
    );
    const scaled = positions.map((position) => ({ ...position, xAdvance: position.xAdvance / 100 }));
    for (const position of scaled) position.yOffset = 0;
    expect(scaled.map(({ xAdvance, xOffset, yOffset }) => [xAdvance, xOffset, yOffset])).toEqual([
      [5, 0, 0],
      [0, -150, 70],
    ]);
  });
});

test("equal positions are one object after scaling, so that a long document has few", () => {
  const { positions } = layout("sans", "aaaaaaaa");
  const scaled = positions.map((position) => ({ ...position }));
  expect(new Set(scaled).size).toBe(1);
});

test.each([
  ["arabic", "نموذج تقييم الائتمان"],
  ["hebrew", "ועדת סיכונים"],
  ["thai", "น้ำ กำลัง"],
  ["thai", "\u0e48 alone"],
  ["han", "株式会社ノーザンバンク"],
  ["hangul", "한국신용평가"],
  ["sans", "कोई विरोधाभास नहीं क्\u200dष"],
  ["sans", "Đánh giá tín dụng, Ελληνικά, Українська"],
  ["mono", "● naïve ◆"],
])("%s stands for every character of “%s” once", (family, text) => {
  const shown = layout(family, text).glyphs.flatMap(({ codePoints }) => [...codePoints]);
  expect(shown.length).toBe(Array.from(text).length);
});
