import type { GlyphPosition } from "@/lib/platform/pdf/fonts/shaper";
import { addShaped, emptyRun, type ShapedGlyph, type ShapedRun, type Shaper } from "@/lib/platform/pdf/fonts/shaper";

const lineEnd = 0x0a;
const space = 0x20;
const pieces = /[\n\x20-\x7e\u2900-\u297f\u2b00-\u2b7f]+|[^\n\x20-\x7e\u2900-\u297f\u2b00-\u2b7f]+/g;

const marks = /\p{M}/u;
/**
 * Letters with their own glyph keep it, instead of one for the letter and one for its dot, so that they are copied
 * correctly.
 */
const whole = { ccmp: false };

/**
 * Lays out ASCII text from cached kerning pairs, which halves the time of a long document, and adds gaps. Ligatures
 * (fi) stay two letters, so that copied IDs are right. Line ends belong to this font, so that they start no new run.
 */
export function quicken(font: Shaper): void {
  const shape = font.layout.bind(font);
  const hasGlyph = font.hasGlyphForCodePoint.bind(font);
  const addPlain = plainLayout(font, shape);
  font.hasGlyphForCodePoint = (codePoint) => codePoint === lineEnd || isGap(codePoint) || hasGlyph(codePoint);
  font.layout = (text, features, ...rest) => {
    const run = emptyRun(font);
    for (const piece of text.match(pieces) ?? []) {
      const code = piece.charCodeAt(0);
      if (code < 0x7f || isGap(code)) addPlain(run, piece);
      else addShaped(run, piece, shape(piece, marks.test(piece) ? features : whole, ...rest));
    }
    return run;
  };
}

function plainLayout(font: Shaper, shape: Shaper["layout"]): (run: ShapedRun, text: string) => void {
  const kernOf = kerning(shape);
  const glyphs: ShapedGlyph[] = [];
  const positions = new Map<number, GlyphPosition>();
  const glyphOf = (code: number): ShapedGlyph => {
    const glyph = glyphs[code] ?? font.glyphForCodePoint(code < space || isGap(code) ? space : code);
    glyphs[code] = glyph;
    return glyph;
  };
  const widthOf = (code: number, glyph: ShapedGlyph) => {
    if (code === lineEnd) return 0;
    return isGap(code) ? gapEms(code) * font.unitsPerEm : glyph.advanceWidth;
  };
  const positionOf = (xAdvance: number): GlyphPosition => {
    const known = positions.get(xAdvance);
    if (known) return known;
    const position = { xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 };
    positions.set(xAdvance, position);
    return position;
  };
  return (run, text) => {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      const glyph = glyphOf(code);
      const xAdvance = widthOf(code, glyph) + kernOf(code, text.charCodeAt(index + 1));
      run.glyphs.push(glyph);
      run.positions.push(positionOf(xAdvance));
      run.advanceWidth += xAdvance;
    }
  };
}

/** The kerning of two ASCII letters. */
function kerning(shape: Shaper["layout"]): (first: number, second: number) => number {
  const known: number[] = [];
  const isLetter = (code: number) => code > space && code < 0x7f;
  return (first, second) => {
    if (!isLetter(first) || !isLetter(second)) return 0;
    const pair = first * 0x80 + second;
    const kern = known[pair];
    if (kern !== undefined) return kern;
    const { glyphs, positions } = shape(String.fromCharCode(first, second), undefined, undefined, undefined, "ltr");
    const [left, right] = positions;
    const closer = left && right ? left.xAdvance - (glyphs[0]?.advanceWidth ?? 0) : 0;
    known[pair] = closer;
    return closer;
  };
}

/**
 * Rare arrows that the fonts draw as spaces of a given width, so that a table row is one line of text. They have no
 * direction, {@link cleanText} removes them from texts, and copied text has spaces.
 */
const fine = { first: 0x2900, last: 0x297f };
const coarse = { first: 0x2b00, last: 0x2b7f };
const finePerEm = 128;

/** A space that is a number of ems wide, to the 128th of one. */
export function gap(ems: number): string {
  const steps = Math.max(0, Math.round(ems * finePerEm));
  const whole = Math.min(Math.floor(steps / finePerEm), coarse.last - coarse.first);
  return String.fromCharCode(coarse.first + whole, fine.first + (steps % finePerEm));
}

export function isGap(code: number): boolean {
  return (code >= fine.first && code <= fine.last) || (code >= coarse.first && code <= coarse.last);
}

/** The width of one of these characters. */
function gapEms(code: number): number {
  return code < coarse.first ? (code - fine.first) / finePerEm : code - coarse.first;
}
