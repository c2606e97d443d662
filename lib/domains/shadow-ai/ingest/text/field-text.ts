/** An object of JSON; its members may be anything, `__proto__` included, so they are read by name alone. */
export type JsonObject = { readonly [name: string]: unknown };

/** A line that is an object of JSON; null for anything else. */
export function parseObject(line: string): JsonObject | null {
  if (line.charCodeAt(0) !== 123 && !line.trimStart().startsWith("{")) return null;
  try {
    return objectOf(JSON.parse(line));
  } catch {
    return null;
  }
}

export function objectOf(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or a number as one; null for anything else and for an empty text. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  return typeof value === "number" ? String(value) : null;
}

/** A number, or a text that is one; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" ? numberFrom(value) : null;
}

/** A text that is a number in decimal digits; null for anything else: an unset column, `NaN`, `0x10`. */
export function numberFrom(text: string | undefined): number | null {
  if (text === undefined || text === "" || text.length > 40) return null;
  const first = text.charCodeAt(0);
  if ((first < 48 || first > 57) && first !== 46) return null;
  const value = Number(text);
  return Number.isFinite(value) && text.charCodeAt(1) !== 120 ? value : null;
}

/** A copy of a part of a text. Engines keep the whole alive for its parts: what is kept for long must not be such a part. */
export function detached(part: string): string {
  return part.split("").join("");
}
