/** Control characters, line and paragraph separators, and what a layout could be broken with by being invisible. */
const lineBreaking = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Marks that change the direction of what follows them, over the end of the text they stand in. */
const directing = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const loneSurrogate = /\p{Cs}/gu;

/**
 * A text from anywhere as one line of visible characters, cut to `lengthMax` characters. Letters of every script stay;
 * marks that would turn the direction of the text around it do not.
 */
export function plainLine(text: string, lengthMax = 300): string {
  const line = text
    .slice(0, lengthMax * 4)
    .replaceAll(loneSurrogate, "\ufffd")
    .replaceAll(directing, "")
    .replaceAll(lineBreaking, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join("")}…` : line;
}
