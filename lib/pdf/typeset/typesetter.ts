import { gap } from "@/lib/pdf/fonts/gaps";
import type { FontStacks } from "@/lib/pdf/fonts/load-fonts";
import type { TextStyle } from "@/lib/pdf/theme";
import { breakLines } from "@/lib/pdf/typeset/break-lines";
import { cleanText } from "@/lib/pdf/typeset/clean-text";
import { fontOf, kernedWidthOf, widthOf } from "@/lib/pdf/typeset/measure";

/** Text that is broken into its lines and measured: what remains is to draw it. */
export interface SetText {
  lines: readonly string[];
  style: TextStyle;
  families: string[];
  direction: "ltr" | "rtl";
  /** Room that it was set for, in points. */
  width: number;
  height: number;
  /** Whether its end was left out. */
  cut: boolean;
}

/** A text of a row, where it begins and how much room it has, in points. */
export interface RowCell {
  text: string;
  left: number;
  room: number;
}

export interface Typesetter {
  /** Sets a text into lines of at most `width` points; what is beyond `maxLines` is cut, visibly. */
  set(text: string, style: TextStyle, width: number, maxLines?: number): SetText;
  /** Sets short texts at their places in one line; each is cut, visibly, where its room ends. They may have gaps between. */
  setRow(cells: readonly RowCell[], style: TextStyle, width: number): SetText;
  /** How wide a text is in one line, in points. */
  widthOf(text: string, style: TextStyle): number;
}

const firstLetter = /\p{L}/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const arabicStart = /(?<![\p{Script=Arabic}\p{M}])(?=\p{Script=Arabic})/gu;

/**
 * Puts an invisible mark before each Arabic word. Fonts draw a dotted letter as two, and where a run begins with such a one,
 * the renderer loses its first half.
 */
function withFirstLetters(line: string): string {
  return line.replace(arabicStart, "\u061c");
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
