import { ServiceError } from "@/lib/errors";

const maxDepth = 32;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Decodes a body; bytes that are not UTF-8 are an `invalid_json` error. */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ServiceError("invalid_json", "The body is not valid UTF-8.");
  }
}

/**
 * Parses JSON and refuses what could not be stored or hashed faithfully: NUL characters, lone surrogates, numbers that
 * are not finite, nesting deeper than 32 and `__proto__` keys. Throws `invalid_json` naming the place.
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServiceError("invalid_json", text.trim() === "" ? "The body is empty." : syntaxMessage(error));
  }
  refuseUnsafe(value, "", 1);
  return value;
}

/** Parses NDJSON: one JSON value a line; blank lines are passed over. Throws `invalid_json` naming the line. */
export function parseNdjson(text: string): unknown[] {
  const values: unknown[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      values.push(parseStrictJson(line));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const message = `Line ${i + 1}: ${error.message}`;
      throw new ServiceError("invalid_json", message, { details: [{ path: `line ${i + 1}`, message: error.message }] });
    }
  }
  return values;
}

function refuseUnsafe(value: unknown, path: string, depth: number): void {
  if (typeof value === "string") {
    refuseUnsafeText(value, path);
    return;
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw invalid(path, "is a number outside the range of a double (RFC 8785)");
    return;
  }
  if (value === null || typeof value !== "object") return;
  if (depth > maxDepth) throw invalid(path, `is nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) refuseUnsafe(value[i], `${path}[${i}]`, depth + 1);
    return;
  }
  for (const key in value) {
    if (key === "__proto__") throw invalid(path, "has a __proto__ key");
    refuseUnsafeText(key, path);
    refuseUnsafe((value as Record<string, unknown>)[key], path === "" ? key : `${path}.${key}`, depth + 1);
  }
}

function refuseUnsafeText(text: string, path: string): void {
  if (text.includes("\u0000")) throw invalid(path, "contains a NUL character");
  if (!text.isWellFormed()) throw invalid(path, "contains a lone surrogate");
}

function invalid(path: string, problem: string): ServiceError {
  const place = path === "" ? "The body" : path.slice(0, 200).toWellFormed().replaceAll("\u0000", "");
  return new ServiceError("invalid_json", `${place} ${problem}.`, { details: [{ path: place, message: problem }] });
}

/** The engine's message says where the text breaks, but quotes it: only the position is passed on. */
function syntaxMessage(error: unknown): string {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  return position ? `The body is not valid JSON at character ${position}.` : "The body is not valid JSON.";
}
