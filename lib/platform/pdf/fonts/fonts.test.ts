import { Font } from "@react-pdf/renderer";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { fontFiles, modulePath } from "@/lib/platform/pdf/fonts/font-files";
import { loadFonts } from "@/lib/platform/pdf/fonts/load-fonts";
import { gap, quicken } from "@/lib/platform/pdf/fonts/quick-layout";
import { keepCharacters, Positions, type ShapedRun, type Shaper } from "@/lib/platform/pdf/fonts/shaper";

beforeAll(async () => {
  await loadFonts(["arabic", "hebrew", "thai", "han", "hangul"]);
});

/** A font as used by the renderer. */
function fontOf(family: string): Shaper {
  return Font.getFont({ fontFamily: `evidence ${family}`, fontWeight: 400 }).data as unknown as Shaper;
}

/** Always from left to right, as the renderer requests it. */
function layout(family: string, text: string): ShapedRun {
  return fontOf(family).layout(text, undefined, undefined, undefined, "ltr");
}

describe("combining marks", () => {
  test("of right-to-left text are positioned on their letters after the renderer has reversed the text", () => {
    const { glyphs, positions } = layout("arabic", "ن");
    const visual = { glyphs: glyphs.toReversed(), positions: Array.from(positions).toReversed() };
    const [dot, letter] = visual.positions;
    expect(visual.glyphs.map(({ codePoints }) => codePoints.length)).toEqual([0, 1]);
    expect(dot?.xAdvance).toBe(0);
    expect(dot?.xOffset).toBeGreaterThan(0);
    expect(dot?.xOffset).toBeLessThan(letter?.xAdvance ?? 0);
  });

  test("keep their positions when the renderer scales and places them", () => {
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

test("a glyph has its text even if an earlier document embedded it only as a part of another", async () => {
  const descriptor = { fontFamily: "unused mono" };
  const [file] = fontFiles.mono;
  Font.register({ family: descriptor.fontFamily, src: modulePath(file?.file ?? "") });
  await Font.load(descriptor);
  const font = Font.getFont(descriptor).data as unknown as Shaper;
  keepCharacters(font);
  for (let id = 0; id < 500; id++) font.getGlyph(id);
  const ascii = Array.from({ length: 95 }, (_, index) => 0x20 + index);
  const { glyphs } = font.layout(String.fromCharCode(...ascii));
  expect(glyphs.map(({ codePoints }) => codePoints)).toEqual(ascii.map((codePoint) => [codePoint]));
});

test("equal positions share one object after scaling, which saves memory in long documents", () => {
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
])("%s represents every character of “%s” once", (family, text) => {
  const shown = layout(family, text).glyphs.flatMap(({ codePoints }) => [...codePoints]);
  expect(shown.length).toBe(Array.from(text).length);
});

const fonts = [...fontFiles.sans, ...fontFiles.mono];
const shapers = new Map<string, { quick: Shaper; slow: Shaper["layout"] }>();

beforeAll(async () => {
  for (const { file, weight } of fonts) {
    Font.register({ family: file, src: modulePath(file), fontWeight: weight });
    await Font.load({ fontFamily: file, fontWeight: weight });
    const font = Font.getFont({ fontFamily: file, fontWeight: weight }).data as unknown as Shaper;
    const slow = font.layout.bind(font);
    quicken(font);
    shapers.set(file, { quick: font, slow });
  }
});

describe.each(fonts.map(({ file }) => file.split("/").at(-1) as string))("the fast layout of %s", (name) => {
  const shaper = () =>
    [...shapers].find(([file]) => file.endsWith(name))?.[1] as { quick: Shaper; slow: Shaper["layout"] };

  test("matches the font for any ASCII text", () => {
    const text = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(text, (given) => {
        // Letters stay separate where the font would use a ligature.
        fc.pre(!/f[fijlt]/.test(given));
        const { quick, slow } = shaper();
        expect(shapeOf(quick.layout(given))).toEqual(shapeOf(slow(given, undefined, undefined, undefined, "ltr")));
      }),
    );
  });

  test("matches the font for letters beyond ASCII", () => {
    const { quick, slow } = shaper();
    for (const text of ["Ő", "Ärger", "Ελλάδα", "Україна", "Tiếng Việt", "“quoted”"]) {
      const whole = (run: ShapedRun) => Math.round(run.advanceWidth);
      const difference = whole(quick.layout(text)) - whole(slow(text, undefined, undefined, undefined, "ltr"));
      expect(Math.abs(difference)).toBeLessThan(100);
      expect(quick.layout(text).glyphs.length).toBe(quick.layout(text).positions.length);
    }
  });

  test("does not combine letters into ligatures", () => {
    const { quick } = shaper();
    expect(quick.layout("fi").glyphs).toHaveLength(2);
  });

  test.each([0, 0.1, 1, 3.33, 60])("uses gaps of %f em", (ems) => {
    const { quick } = shaper();
    expect(quick.layout(gap(ems)).advanceWidth / quick.unitsPerEm).toBeCloseTo(ems, 2);
  });

  test("has glyphs for line ends and gaps, so that neither starts a run of another font", () => {
    const { quick } = shaper();
    for (const character of ["\n", ...gap(12.3)]) {
      expect(quick.hasGlyphForCodePoint(character.codePointAt(0) as number)).toBe(true);
    }
    expect(quick.layout("a\n").advanceWidth).toBe(quick.layout("a").advanceWidth);
  });
});

function shapeOf({ glyphs, positions, advanceWidth }: ShapedRun) {
  return {
    codePoints: glyphs.map((glyph) => glyph.codePoints),
    positions: Array.from(positions, ({ xAdvance, xOffset, yOffset }) => ({ xAdvance, xOffset, yOffset })),
    advanceWidth,
  };
}
