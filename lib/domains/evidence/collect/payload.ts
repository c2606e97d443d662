/** Elements of a list that are looked into. */
const elementsMax = 16;

/** UTF-16 units of a text that may be a word; what is longer is prose. */
export const wordLengthMax = 200;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of a payload's own; undefined for what is inherited, and for what is no object. */
export function memberOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The first of several members that says anything. */
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

/** Lower case, without ASCII punctuation and spaces: `RISK_TIER`, `riskTier` and `risk tier` are one word. */
export function wordOf(value: unknown): string {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "string" || value.length > wordLengthMax) return "";
  return value.toLowerCase().replace(/[^a-z0-9\u0080-\uffff]+/g, "");
}

/** Controls, line ends, halves of characters, and marks that change the direction of text. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069\s]+/gu;

let graphemes: Intl.Segmenter | undefined;

/**
 * A text as one line of at most `max` UTF-16 units, cut between graphemes. Those depend on the Unicode version of the
 * engine: use {@link nameOf} for what must be the same everywhere.
 */
export function lineOf(text: string, max: number): string {
  return shortened(text, max, wholeGraphemes);
}

/** The same for a text that is compared with others or computed again elsewhere: cut between code points. */
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

/** Rows that the register of events has. */
export const registerRowsMax = 500;

/** Incidents, rollbacks and metrics that a summary has, each. */
export const highlightsMax = 50;

/** References to events that are kept for each kind of evidence, beside the first. */
export const referencesMax = 3;

/** UTF-16 units of a row's `detail`, of that of an incident, and of the name in its `actor`. */
export const detailLengthMax = 160;
export const incidentLengthMax = 2_000;
export const actorLengthMax = 80;

/** Versions of the model that the statistics name, the first to appear, and UTF-16 units of a version's name. */
export const modelVersionsMax = 50;
export const modelVersionLengthMax = 100;

/** Distinct actors, and distinct reviewers, that are counted; there may be more. */
export const distinctMax = 100_000;

/** Weeks or months that the statistics have. */
export const bucketsMax = 523;

/** Unknown types and severities that are counted under their own names. Further ones are counted together. */
export const unknownNamesMax = 20;
