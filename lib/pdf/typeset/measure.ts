import type { FontMetrics, FontStack, Glyph } from "@/lib/pdf/fonts/load-fonts";
import type { TextStyle } from "@/lib/pdf/theme";

/** Letters whose width depends on their neighbours, or that stand on others. */
const shaped = /[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/u;

/** How wide a text is when it is set in one line, in points. Kerning is left out: it makes text narrower, by little. */
export function widthOf(text: string, style: TextStyle, stack: FontStack): number {
  const tracking = style.tracking ?? 0;
  const ems = shaped.test(text) ? shapedWidth(text, stack) : plainWidth(text, stack);
  return ems * style.size + tracking * text.length;
}

/** The same with kerning: as wide as it will be drawn. */
export function kernedWidthOf(text: string, style: TextStyle, stack: FontStack): number {
  return shapedWidth(text, stack) * style.size + (style.tracking ?? 0) * text.length;
}

/** The first font that has a character; undefined where none has. */
export function fontOf(codePoint: number, stack: FontStack): FontMetrics | undefined {
  return glyphOf(codePoint, stack)?.font;
}

function glyphOf(codePoint: number, { fonts, glyphs }: FontStack): Glyph | undefined {
  if (glyphs.has(codePoint)) return glyphs.get(codePoint);
  const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(codePoint));
  const glyph = font && { font, width: font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm };
  glyphs.set(codePoint, glyph);
  return glyph;
}

function plainWidth(text: string, stack: FontStack): number {
  let width = 0;
  for (const character of text) width += glyphOf(character.codePointAt(0) as number, stack)?.width ?? 0;
  return width;
}

function shapedWidth(text: string, stack: FontStack): number {
  let width = 0;
  let run = "";
  let font: FontMetrics | undefined;
  const closeRun = () => {
    if (font && run) width += font.layout(run).advanceWidth / font.unitsPerEm;
    run = "";
  };
  for (const character of text) {
    const next = fontOf(character.codePointAt(0) as number, stack);
    if (next !== font) closeRun();
    font = next;
    run += character;
  }
  closeRun();
  return width;
}
