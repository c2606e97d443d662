import type { FontMetrics, FontStack, FontStacks, Glyph } from "@/lib/platform/pdf/fonts/load-fonts";
import { gap, isGap } from "@/lib/platform/pdf/fonts/quick-layout";
import { arabicMark } from "@/lib/platform/pdf/fonts/shaper";
import type { TextStyle } from "@/lib/platform/pdf/theme";
import { breakLines } from "@/lib/platform/pdf/typeset/break-lines";

/** Text that is broken into lines and measured, ready to be drawn. */
export interface SetText {
  lines: readonly string[];
  style: TextStyle;
  families: string[];
  direction: "ltr" | "rtl";
  /** The available width, in points. */
  width: number;
  height: number;
  /** Whether the text was cut. */
  cut: boolean;
}

/** A text in a row, with its start and available width in points. */
interface RowCell {
  text: string;
  left: number;
  room: number;
}

export interface Typesetter {
  /** Breaks a text into lines of at most `width` points. Beyond `maxLines`, the text is cut with an ellipsis. */
  set(text: string, style: TextStyle, width: number, maxLines?: number): SetText;
  /**
   * Sets short texts at their positions in one line. Each is cut with an ellipsis at its available width. Gaps between
   * them are allowed.
   */
  setRow(cells: readonly RowCell[], style: TextStyle, width: number): SetText;
  /** The width of a text in one line, in points. */
  widthOf(text: string, style: TextStyle): number;
}

const firstLetter = /\p{L}/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const arabicStart = /(?<![\p{Script=Arabic}\p{M}])(?=\p{Script=Arabic})/gu;

/**
 * Puts an invisible mark before each Arabic word: the renderer loses the first half of a dotted letter that begins a
 * run.
 */
function withFirstLetters(line: string): string {
  return line.replace(arabicStart, arabicMark);
}

export function createTypesetter(stacks: FontStacks): Typesetter {
  return {
    set(text, style, width, maxLines) {
      const stack = stacks(style);
      const clean = cleanText(text, (codePoint) => fontOf(codePoint, stack) !== undefined);
      const { lines, cut } = breakLines(clean, width, (part) => widthOf(part, style, stack), maxLines);
      const direction = rightToLeft.test(firstLetter.exec(clean)?.[0] ?? "") ? "rtl" : "ltr";
      const shown = lines.map(withFirstLetters);
      return {
        lines: shown,
        style,
        families: stack.families,
        direction,
        width,
        height: lines.length * style.leading,
        cut,
      };
    },
    setRow(cells, style, width) {
      const stack = stacks(style);
      let line = "";
      let end = 0;
      for (const { text, left, room } of cells) {
        const { lines } = this.set(text, style, room, 1);
        const [shown = ""] = lines;
        line += (left > end ? gap((left - end) / style.size) : "") + shown;
        end = Math.max(left, end) + kernedWidthOf(shown, style, stack);
      }
      return {
        lines: [line],
        style,
        families: stack.families,
        direction: "ltr",
        width,
        height: style.leading,
        cut: false,
      };
    },
    widthOf(text, style) {
      return widthOf(text, style, stacks(style));
    },
  };
}

/** Replaces characters that no font of the document has. */
export const missing = "\u25a1";

const plain = /^[\x20-\x7e]*$/;
const spaces = /[\t\n\v\f\r\u0085\u2028\u2029 ]+/g;
/** Characters that reorder, join or hide the characters around them. They are removed, so that a name cannot be disguised. */
const invisible = /\p{Variation_Selector}|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
/** Joiners have a meaning only between letters of some scripts. */
const strayJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
/** One character for two signs, which shaping would split. It is split here, with the tone mark between the parts. */
const saraAm = /([\u0e48-\u0e4b]?)\u0e33/g;
const piledMarks = /(\p{M}{4})\p{M}+/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A text as one printable line: without invisible and reordering marks, and with a box for characters that no font has.
 */
export function cleanText(text: string, covers: (codePoint: number) => boolean): string {
  if (plain.test(text)) return text;
  const tidy = text
    .toWellFormed()
    .normalize("NFC")
    .replace(spaces, " ")
    .replace(saraAm, "\u0e4d$1\u0e32")
    .replace(piledMarks, "$1")
    .replace(strayJoiner, "");
  let clean = "";
  for (const { segment } of graphemes.segment(tidy)) {
    const shown = segment.replace(invisible, "");
    clean += coversAll(shown, covers) ? shown : missing;
  }
  return clean;
}

const privateUse = /\p{Co}/u;

function coversAll(text: string, covers: (codePoint: number) => boolean): boolean {
  if (privateUse.test(text)) return false;
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number;
    if (isGap(codePoint) || !covers(codePoint)) return false;
  }
  return true;
}

/** Letters whose width depends on their neighbours, or that are placed on others. */
const shaped = /[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/u;

/** The width of a text in one line, in points, without kerning, which makes text only slightly narrower. */
function widthOf(text: string, style: TextStyle, stack: FontStack): number {
  const tracking = style.tracking ?? 0;
  const ems = shaped.test(text) ? shapedWidth(text, stack) : plainWidth(text, stack);
  return ems * style.size + tracking * text.length;
}

/** The same with kerning: the width as drawn. */
function kernedWidthOf(text: string, style: TextStyle, stack: FontStack): number {
  return shapedWidth(text, stack) * style.size + (style.tracking ?? 0) * text.length;
}

/** The first font that has a character; undefined if none has it. */
function fontOf(codePoint: number, stack: FontStack): FontMetrics | undefined {
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
