export interface ShapedGlyph {
  id: number | TextGlyph;
  advanceWidth: number;
  /** The characters of the text that it represents. */
  codePoints: readonly number[];
}

export interface ShapedRun {
  glyphs: ShapedGlyph[];
  positions: GlyphPosition[];
  advanceWidth: number;
}

/** The members of a fontkit font that lay out text, as the renderer calls them. */
export interface Shaper {
  unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): ShapedGlyph;
  getGlyph(id: number, codePoints?: readonly number[]): ShapedGlyph | null;
  layout(text: string, features?: unknown, script?: unknown, language?: unknown, direction?: string): ShapedRun;
  createSubset(): Subset;
}

/** The embedded glyphs of a document. The position of a glyph in `glyphs` is its number in the document. */
interface Subset {
  glyphs: number[];
  includeGlyph(glyph: number | TextGlyph): number;
}

/** A glyph for some characters: a document has one number for it, and its text is that of the number. */
interface TextGlyph {
  id: number;
  codePoints: readonly number[];
}

/** An empty run. */
export function emptyRun({ unitsPerEm }: Shaper): ShapedRun {
  const positions = new Positions();
  positions.unitsPerEm = unitsPerEm;
  return { glyphs: [], positions, advanceWidth: 0 };
}

/** Adds shaped text. Text in visual order, from right to left, is reversed. */
export function addShaped(run: ShapedRun, text: string, shaped: ShapedRun, fromTheRight = false): void {
  const { glyphs, positions, advanceWidth } = shaped;
  for (const glyph of accountFor(text, fromTheRight ? glyphs.toReversed() : glyphs)) run.glyphs.push(withText(glyph));
  for (const position of fromTheRight ? positions.toReversed() : positions) run.positions.push(position);
  run.advanceWidth += advanceWidth;
}

/**
 * Glyphs that represent each character exactly once, in the order of the text. Shaping adds or splits glyphs; the renderer,
 * which counts characters by glyphs, would lose as many at the end of the line. Shaping also moves glyphs: a vowel that is
 * drawn before its consonant represents the consonant, so that copied text has the order in which it is read.
 */
function accountFor(text: string, glyphs: readonly ShapedGlyph[]): readonly ShapedGlyph[] {
  const characters = Array.from(text.replaceAll(arabicMark, " "), (character) => character.codePointAt(0) as number);
  const left = [...characters];
  const take = (codePoint: number): boolean => {
    const at = left.indexOf(codePoint);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const kept = glyphs.map(({ codePoints }) => codePoints.filter(take).length);
  let at = 0;
  return glyphs.map((glyph, index) => {
    const own = kept[index] ?? 0;
    const count = own < glyph.codePoints.length ? own + left.splice(0, 1).length : own;
    const codePoints = characters.slice(at, at + count);
    at += count;
    return codePoints.join() === glyph.codePoints.join() ? glyph : withCharacters(glyph, codePoints);
  });
}

function withCharacters(glyph: ShapedGlyph, codePoints: readonly number[]): ShapedGlyph {
  return Object.create(glyph, { codePoints: { value: codePoints, enumerable: true } }) as ShapedGlyph;
}

const textGlyphs = new WeakMap<ShapedGlyph, ShapedGlyph>();

/** Letters of some scripts share a glyph and differ in their marks, so the document needs a number for each letter. */
function withText(glyph: ShapedGlyph): ShapedGlyph {
  const { id, codePoints } = glyph;
  if (typeof id !== "number") return glyph;
  const made: ShapedGlyph =
    textGlyphs.get(glyph) ?? Object.create(glyph, { id: { value: { id, codePoints }, enumerable: true } });
  textGlyphs.set(glyph, made);
  return made;
}

/** Invisible, without width, and drawn as a space: as text, readers would join the words around it. */
export const arabicMark = "\u061c";

/** Gives a document a number for each glyph and text. A font has one number for each glyph, so one text. */
export function separateTexts(font: Shaper): void {
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => {
    const subset = createSubset();
    const includeGlyph = subset.includeGlyph.bind(subset);
    const numbers = new Map<string, number>();
    subset.includeGlyph = (glyph) => {
      if (typeof glyph === "number") return includeGlyph(glyph);
      const key = [glyph.id, ...glyph.codePoints].join();
      const number = numbers.get(key) ?? subset.glyphs.push(glyph.id) - 1;
      numbers.set(key, number);
      return number;
    };
    return subset;
  };
}

/**
 * Gives each glyph the characters for which it is requested. fontkit keeps those of the first request: a letter first
 * embedded as a part of an accented letter would have no text in any later document of the process.
 */
export function keepCharacters(font: Shaper): void {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    const isKept = glyph === null || codePoints.length === 0 || glyph.codePoints.join() === codePoints.join();
    return isKept ? glyph : withCharacters(glyph, codePoints);
  };
}

/**
 * Lays out text from right to left, so that marks are placed on the correct side, and returns it in letter order. The
 * renderer always requests left to right and reverses the result.
 */
export function keepMarks(font: Shaper, fromTheRight: boolean): void {
  const shape = font.layout.bind(font);
  font.layout = (text, features, script, language, direction) => {
    const run = emptyRun(font);
    addShaped(run, text, shape(text, features, script, language, fromTheRight ? "rtl" : direction), fromTheRight);
    return run;
  };
}

/** The position of a glyph in font units: the advance of the pen, and the offset of the glyph from the pen. */
export interface GlyphPosition {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** The unit of offsets when the renderer draws. */
const unitsWhenDrawn = 1000;

/**
 * The positions of a run, with two changes when the renderer scales them with `map`. Equal positions stay one object,
 * which saves a third of its memory. Offsets stay as they are, because the renderer scales them twice and drops
 * vertical ones.
 */
export class Positions extends Array<GlyphPosition> {
  unitsPerEm = unitsWhenDrawn;

  override map<T>(scale: (position: GlyphPosition, index: number, all: GlyphPosition[]) => T): T[] {
    const known = new Map<GlyphPosition, T>();
    const scaled: T[] = [];
    this.forEach((position, index) => {
      const same = known.get(position);
      const value = same ?? keepOffsets(scale(position, index, this), position, unitsWhenDrawn / this.unitsPerEm);
      if (same === undefined) known.set(position, value);
      scaled.push(value);
    });
    return scaled;
  }
}

function keepOffsets<T>(scaled: T, { xOffset, yOffset }: GlyphPosition, factor: number): T {
  if (typeof scaled !== "object" || scaled === null || (xOffset === 0 && yOffset === 0)) return scaled;
  return Object.defineProperties(scaled, {
    xOffset: { value: xOffset * factor, enumerable: true },
    // The renderer only writes the shift of superscripts to it, and the document has no superscripts.
    yOffset: { get: () => yOffset * factor, set: () => {}, enumerable: true },
  });
}
