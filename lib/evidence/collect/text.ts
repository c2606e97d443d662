/**
 * What may not stand in a line of a document: controls and line ends, halves of characters, and the marks that turn the
 * order of what follows them.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069\s]+/gu;

let graphemes: Intl.Segmenter | undefined;

/**
 * A text as a line of a document: every run of what may not stand there is one space, and what is longer than `max` UTF-16
 * units ends with an ellipsis, cut between characters as readers see them. Which these are depends on the Unicode version of
 * the engine: for what has to be computed alike everywhere there is {@link nameOf}.
 */
export function lineOf(text: string, max: number): string {
  return shortened(text, max, wholeGraphemes);
}

/** The same for a text that is compared with others or computed again elsewhere: cut between code points. */
export function nameOf(text: string, max: number): string {
  return shortened(text, max, wholeCodePoints);
}

function shortened(text: string, max: number, beginning: (line: string, max: number) => string): string {
  // Of a text of a megabyte, its beginning will do; the rest only tells that there was more.
  const beginningOfAll = text.length > max * 4 ? detached(text.slice(0, max * 4)) : text;
  const line = beginningOfAll.replace(unprintable, " ").trim();
  if (line.length <= max && beginningOfAll === text) return line;
  return `${beginning(line, max - 1)}…`;
}

/** A copy of a part of a text. Engines keep the whole alive for its parts: what is kept for long must not be such a part. */
export function detached(part: string): string {
  return part.split("").join("");
}

/** The longest beginning that ends where a grapheme does; of one grapheme that is longer than `max`, its code points. */
function wholeGraphemes(line: string, max: number): string {
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let end = 0;
  for (const { index, segment } of graphemes.segment(line)) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return end > 0 ? line.slice(0, end).trimEnd() : wholeCodePoints(line, max);
}

function wholeCodePoints(line: string, max: number): string {
  const cut = line.slice(0, max);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
