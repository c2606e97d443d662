/**
 * Characters that are invisible or change how surrounding text is displayed: control and format characters (bidirectional
 * overrides and isolates, zero-width spaces and joiners, tags), line separators and blank characters. Multi-line texts of
 * {@link hasHiddenCharacters} may contain newline, carriage return and tab.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const everyHidden = new RegExp(hidden.source, "gu");

const printableAscii = /^[\x20-\x7e]*$/;

/**
 * Zero-width joiners and non-joiners as in domain names (RFC 5892, appendices A.1 and A.2): after a virama, and the
 * non-joiner between two letters of a joining script, as in Persian.
 */
const spelledJoiners =
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]|(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}]\p{M}*)\u200c(?=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}])/gu;

/** The emoji variation selector, after a character that supports it. */
const pictures = /(?<=\p{Extended_Pictographic})\ufe0f/gu;

/** Whether a text has characters that can make it look like a different text. */
export function hasHiddenCharacters(text: string, lines: "one line" | "several lines" = "one line"): boolean {
  if (printableAscii.test(text)) return false;
  const shown = text.replace(spelledJoiners, "").replace(pictures, "");
  return hidden.test(lines === "one line" ? shown : shown.replace(/[\n\r\t]/g, ""));
}

const message = "must not contain control, bidirectional or zero-width characters";

/** For `.refine()` of a name or label: one line without hidden characters. */
export const visibleText = [(text: string) => !hasHiddenCharacters(text), message] as const;

/** For `.refine()` of a description: {@link visibleText} with several lines. */
export const visibleLines = [(text: string) => !hasHiddenCharacters(text, "several lines"), message] as const;

/** JSON for display, with hidden characters escaped. */
export function showHidden(json: string): string {
  if (printableAscii.test(json)) return json;
  return json.replace(everyHidden, (character) => (character === "\n" ? character : escapeOf(character)));
}

function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
