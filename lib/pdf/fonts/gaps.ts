/**
 * Characters that the fonts of the document draw as spaces of a given width, so that a row of a table can be one line of text
 * with its columns at their places. Arrows that hardly any text has; {@link cleanText} takes them out of what has them. They
 * are in no script and have no direction, so that they part nothing, and whoever copies the text gets spaces.
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

/** How wide one of the characters is. */
export function gapEms(code: number): number {
  return code < coarse.first ? (code - fine.first) / finePerEm : code - coarse.first;
}
