/** Where a glyph goes, in units of the font: how far the pen moves on, and how far beside the pen the glyph is drawn. */
export interface GlyphPosition {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** What the renderer counts offsets in when it draws. */
const unitsWhenDrawn = 1000;

/**
 * The positions of a run as the renderer has to have them. It scales them with `map`, which does two things more here.
 *
 * Equal positions stay one object: it keeps one for every letter of the document, and this takes a third off its memory.
 *
 * Offsets stay what they are. The renderer scales them twice, by the size of the text, and puts 0 for the vertical ones, so
 * that dots, vowels and tones would stand beside their letters; where it draws, it wants them as they were.
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
    // What is written to it is the shift of superscripts, which the document has none of.
    yOffset: { get: () => yOffset * factor, set: () => {}, enumerable: true },
  });
}
