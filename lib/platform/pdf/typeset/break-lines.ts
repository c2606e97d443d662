/** Width of a text in points. */
type Measure = (text: string) => number;

interface BrokenText {
  /** A line that was broken at a space ends with it, because assistive technology reads the lines as one text. */
  lines: string[];
  /** Whether the text was cut; the last line then ends with an ellipsis. */
  cut: boolean;
}

/** An unbreakable piece, with the space or empty text between it and the previous piece. */
interface Piece {
  text: string;
  glue: "" | " ";
}

const ellipsis = "\u2026";
/** More characters than fit into a line of any page. The rest is ignored. */
const charactersALine = 400;

/**
 * Breaks a text into lines. Words are broken only if wider than a line, without hyphens, so that hashes and IDs stay
 * exact.
 */
export function breakLines(
  text: string,
  width: number,
  measure: Measure,
  maxLines = Number.POSITIVE_INFINITY,
): BrokenText {
  const looked = Number.isFinite(maxLines) ? text.slice(0, maxLines * charactersALine) : text;
  const filled = fillLines(looked, width, measure, maxLines + 1);
  const lines = filled.map(({ text: line }, index) => line + (filled[index + 1]?.glue ?? ""));
  if (filled.length <= maxLines && looked.length === text.length) return { lines, cut: false };
  const shown = lines.slice(0, maxLines);
  const last = shown.pop() ?? "";
  return { lines: [...shown, shorten(last + (lines[maxLines] ?? ""), width, measure)], cut: true };
}

/** The longest beginning of a text that fits with an ellipsis. */
function shorten(text: string, width: number, measure: Measure): string {
  const { head } = cutPiece(text, width - measure(ellipsis), measure, false);
  return head.trimEnd() + ellipsis;
}

function fillLines(text: string, width: number, measure: Measure, maxLines: number): Piece[] {
  const space = measure(" ");
  const lines: Piece[] = [];
  let line: Piece | undefined;
  let used = 0;
  const queue = piecesOf(text).reverse();
  for (let piece = queue.pop(); piece && lines.length < maxLines; piece = queue.pop()) {
    const gap = line && piece.glue ? space : 0;
    const wide = measure(piece.text);
    if (line && used + gap + wide <= width) {
      line.text += piece.glue + piece.text;
      used += gap + wide;
      continue;
    }
    if (line) lines.push(line);
    line = undefined;
    if (wide <= width) {
      line = { ...piece };
      used = wide;
      continue;
    }
    const { head, tail } = cutPiece(piece.text, width, measure, true);
    lines.push({ text: head, glue: piece.glue });
    if (tail) queue.push({ text: tail, glue: "" });
  }
  if (line && lines.length < maxLines) lines.push(line);
  return lines.length === 0 ? [{ text: "", glue: "" }] : lines;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cuts a piece wider than a line: after punctuation in its last third if possible, else between two letters. */
function cutPiece(
  text: string,
  width: number,
  measure: Measure,
  atPunctuation: boolean,
): { head: string; tail: string } {
  let fits = 0;
  let used = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    used += measure(segment);
    if (used > width && fits > 0) break;
    fits = index + segment.length;
  }
  if (fits === text.length) return { head: text, tail: "" };
  const head = text.slice(0, fits);
  const soft = atPunctuation ? head.search(/[/_.:,;@=&?|+-][^/_.:,;@=&?|+-]*$/) + 1 : 0;
  const at = soft > (fits * 2) / 3 ? soft : fits;
  return { head: text.slice(0, at), tail: text.slice(at) };
}

const thaiWords = new Intl.Segmenter("th", { granularity: "word" });
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
/** Must not begin a line. */
const closing =
  /^[\u3001\u3002\u3005\u30fb\u30fc\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\u2026\u300d\u300f\u3011\u3015\u3009\u300b\uff09\uff3d\uff5d\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee)\]},.;:!?]/;
/** Must not end one. */
const opening = /[\u300c\u300e\u3010\u3014\u3008\u300a\uff08\uff3b\uff5b([{]$/;

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const word of text.split(" ")) {
    if (word === "") continue;
    wordPieces(word).forEach((piece, index) => {
      pieces.push({ text: piece, glue: index === 0 && pieces.length > 0 ? " " : "" });
    });
  }
  return pieces;
}

/** Splits a word where it may be broken: after a hyphen or slash between letters, between ideographs, and between Thai words. */
function wordPieces(word: string): string[] {
  if (/^[\x21-\x7e]*$/.test(word)) return word.length < 8 ? [word] : word.split(/(?<=[A-Za-z]{2}[-/])(?=[A-Za-z]{2})/);
  if (/\p{Script=Thai}/u.test(word)) return [...thaiWords.segment(word)].map(({ segment }) => segment);
  if (!cjk.test(word)) return [word];
  const pieces: string[] = [];
  for (const { segment } of graphemes.segment(word)) {
    const before = pieces.at(-1);
    const together =
      before !== undefined &&
      (closing.test(segment) || opening.test(before) || !(cjk.test(segment) || cjk.test(before.slice(-1))));
    if (together) pieces[pieces.length - 1] = before + segment;
    else pieces.push(segment);
  }
  return pieces;
}
