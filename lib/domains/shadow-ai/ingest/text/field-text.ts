import { splitSyslog } from "@/lib/domains/shadow-ai/ingest/text/syslog";

/** A JSON object with arbitrary members, including `__proto__`, so members are only read by name. */
export type JsonObject = { readonly [name: string]: unknown };

/** A line that is a JSON object, with or without a syslog header; otherwise null. */
export function parseObject(line: string): JsonObject | null {
  let text = line;
  if (line.charCodeAt(0) !== 123 && !line.trimStart().startsWith("{")) {
    if (line.endsWith("}")) text = splitSyslog(line).message;
    if (text.charCodeAt(0) !== 123) return null;
  }
  try {
    return objectOf(JSON.parse(text));
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

/** A string, or a number as a string; null for other values and empty strings. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  return typeof value === "number" ? String(value) : null;
}

/** A number, or a numeric string; otherwise null. */
export function numberOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" ? numberFrom(value) : null;
}

/** A decimal number as text; null for other text: an unset column, `NaN`, `0x10`. */
export function numberFrom(text: string | undefined): number | null {
  if (text === undefined || text === "" || text.length > 40) return null;
  const first = text.charCodeAt(0);
  if ((first < 48 || first > 57) && first !== 46) return null;
  const value = Number(text);
  return Number.isFinite(value) && text.charCodeAt(1) !== 120 ? value : null;
}

/**
 * A copy of a substring. Engines keep the full text in memory for its substrings, so long-lived ones must be copies.
 */
export function detached(part: string): string {
  return part.split("").join("");
}
