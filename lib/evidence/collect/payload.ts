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

/** Whether a value says anything: null, an empty text, list or object, and a number that is none do not. */
export function saysAnything(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.length > 0;
  if (!isObject(value)) return false;
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}

/**
 * Whether what stands at a path passes a test. A list on the way, or at the end, stands for each of its first elements, and
 * at the end for itself, too.
 */
export function anyAt(value: unknown, path: readonly string[], test: (value: unknown) => boolean, depth = 0): boolean {
  if (Array.isArray(value)) {
    if (depth === path.length && test(value)) return true;
    const elements: readonly unknown[] = value.slice(0, elementsMax);
    return elements.some((element) => !Array.isArray(element) && anyAt(element, path, test, depth));
  }
  const key = path[depth];
  return key === undefined ? test(value) : anyAt(memberOf(value, key), path, test, depth + 1);
}

/**
 * A text in lower case without what ASCII has beside letters and digits, so that `RISK_TIER`, `riskTier` and `risk tier` are
 * one word.
 */
export function wordOf(value: unknown): string {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "string" || value.length > wordLengthMax) return "";
  return value.toLowerCase().replace(/[^a-z0-9\u0080-\uffff]+/g, "");
}
