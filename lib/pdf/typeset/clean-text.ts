import { isGap } from "@/lib/pdf/fonts/gaps";

/** What stands for a character that no font of the document has. */
export const missing = "\u25a1";

const plain = /^[\x20-\x7e]*$/;
const spaces = /[\t\n\v\f\r\u0085\u2028\u2029 ]+/g;
/** Marks that reorder, join or hide what stands around them: a name must look like what it is. */
const invisible = /\p{Variation_Selector}|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
/** Joiners are spelling between letters of some scripts, and nothing anywhere else. */
const strayJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
/** One sign for two, which shaping parts again: parted here, with a tone between them where it belongs. */
const saraAm = /([\u0e48-\u0e4b]?)\u0e33/g;
const piledMarks = /(\p{M}{4})\p{M}+/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A text as the document can show it, in one line: line breaks and tabs as spaces, without invisible and reordering marks, and
 * with a box for every character that `covers` does not know.
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
