/** Maximum number of list elements that are read. */
const elementsMax = 16;

/** Maximum UTF-16 units of a word. Longer texts are prose. */
export const wordLengthMax = 200;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member of a payload. Undefined for inherited members and for values that are not objects. */
export function memberOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The first of several members that carries information. */
export function firstMember(payload: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const value = memberOf(payload, name);
    if (saysAnything(value)) return value;
  }
  return undefined;
}

/** Whether a value carries information: not null, not an empty text, list or object, and not NaN or infinite. */
export function saysAnything(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.length > 0;
  if (!isObject(value)) return false;
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}

/** Whether the value at a path passes a test. A list stands for its first elements and, at the end, for itself too. */
export function anyAt(value: unknown, path: readonly string[], test: (value: unknown) => boolean, depth = 0): boolean {
  if (Array.isArray(value)) {
    if (depth === path.length && test(value)) return true;
    const elements: readonly unknown[] = value.slice(0, elementsMax);
    return elements.some((element) => !Array.isArray(element) && anyAt(element, path, test, depth));
  }
  const key = path[depth];
  return key === undefined ? test(value) : anyAt(memberOf(value, key), path, test, depth + 1);
}

/** Lower case, without ASCII punctuation and spaces: `RISK_TIER`, `riskTier` and `risk tier` are the same word. */
export function wordOf(value: unknown): string {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "string" || value.length > wordLengthMax) return "";
  return value.toLowerCase().replace(/[^a-z0-9\u0080-\uffff]+/g, "");
}

/** Control characters, line breaks, unpaired surrogates and direction control characters. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069\s]+/gu;

let graphemes: Intl.Segmenter | undefined;

/**
 * A text as one line of at most `max` UTF-16 units, cut between graphemes. Those depend on the Unicode version of the
 * engine: use {@link nameOf} for texts that must be the same everywhere.
 */
export function lineOf(text: string, max: number): string {
  return shortened(text, max, wholeGraphemes);
}

/** The same for a text that is compared or recomputed elsewhere: cut between code points. */
export function nameOf(text: string, max: number): string {
  return shortened(text, max, wholeCodePoints);
}

function shortened(text: string, max: number, beginning: (line: string, max: number) => string): string {
  // For a text of a megabyte, the beginning is enough. The rest only shows that it was cut.
  const beginningOfAll = text.length > max * 4 ? detached(text.slice(0, max * 4)) : text;
  const line = beginningOfAll.replace(unprintable, " ").trim();
  if (line.length <= max && beginningOfAll === text) return line;
  return `${beginning(line, max - 1)}…`;
}

/** A copy of a part of a text. Engines keep the whole text in memory as long as a part of it is referenced. */
export function detached(part: string): string {
  return part.split("").join("");
}

/** The longest prefix of whole graphemes, or of code points if the first grapheme is longer than `max`. */
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

/** Maximum number of rows in the register of events. */
export const registerRowsMax = 500;

/** Maximum number each of incidents, rollbacks and metrics in a summary. */
export const highlightsMax = 50;

/** References to events that are kept for each kind of evidence, in addition to the first. */
export const referencesMax = 3;

/** Maximum UTF-16 units of a row's `detail`, of an incident's `detail`, and of the name in `actor`. */
export const detailLengthMax = 160;
export const incidentLengthMax = 2_000;
export const actorLengthMax = 80;

/** Maximum number of model versions in the statistics, earliest first, and UTF-16 units of a version's name. */
export const modelVersionsMax = 50;
export const modelVersionLengthMax = 100;

/** Maximum number each of distinct actors and distinct reviewers that are counted. */
export const distinctMax = 100_000;

/** Maximum number of weeks or months in the statistics. */
export const bucketsMax = 523;

/** Unknown types and severities that are counted by name. Further ones are counted together. */
export const unknownNamesMax = 20;
