import { ServiceError, validationFailed } from "@/lib/errors";
import { countNames, exactIntegerMax, findHiddenProblems } from "@/lib/http/json-literals";

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
 * Parses JSON and refuses what could not be stored or hashed faithfully: NUL characters, lone surrogates, numbers that are not
 * finite, integers beyond ±2^53, duplicate members, nesting deeper than 32 and `__proto__` keys. Throws `invalid_json` naming
 * the place.
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServiceError("invalid_json", text.trim() === "" ? "The body is empty." : syntaxMessage(error));
  }
  const seen: Seen = { members: 0, isLarge: false };
  refuseUnsafe(value, "", 1, seen);
  // A duplicate member is lost in the value, and every name in the text has a colon behind it.
  if (seen.isLarge || countNames(text) > seen.members) refuseHidden(text);
  return value;
}

/** What the values of a text tell about the text. */
interface Seen {
  members: number;
  /** A number that may stand for an integer which a double cannot hold. */
  isLarge: boolean;
}

function refuseHidden(text: string): void {
  const details = findHiddenProblems(text).map(({ path, message }) => ({ path: readable(path), message }));
  const [first] = details;
  if (!first) return;
  const message =
    details.length === 1 ? `${first.path} ${first.message}.` : `The body has ${details.length} problems; see details.`;
  throw new ServiceError("invalid_json", message, { details });
}

/**
 * Parses NDJSON: one JSON value a line; blank lines are passed over. Throws `invalid_json` naming the line, and
 * `validation_failed` at `name` as soon as there are more than `valuesMax` values.
 */
export function parseNdjson(text: string, name: string, valuesMax: number): unknown[] {
  const values: unknown[] = [];
  for (let start = 0, number = 1; start < text.length; number++) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed === -1 ? text.length : lineFeed;
    const line = text.slice(start, end);
    start = end + 1;
    if (line.trim() === "") continue;
    if (values.length >= valuesMax) {
      throw validationFailed([{ path: name, message: `must have at most ${valuesMax} entries` }]);
    }
    try {
      values.push(parseStrictJson(line));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const message = `Line ${number}: ${error.message}`;
      throw new ServiceError("invalid_json", message, {
        details: [{ path: `line ${number}`, message: error.message }],
      });
    }
  }
  return values;
}

function refuseUnsafe(value: unknown, path: string, depth: number, seen: Seen): void {
  if (typeof value === "string") {
    refuseUnsafeText(value, path);
    return;
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw invalid(path, "is a number outside the range of a double (RFC 8785)");
    if (value >= exactIntegerMax || value <= -exactIntegerMax) seen.isLarge = true;
    return;
  }
  if (value === null || typeof value !== "object") return;
  if (depth > maxDepth) throw invalid(path, `is nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) refuseUnsafe(value[i], `${path}[${i}]`, depth + 1, seen);
    return;
  }
  for (const key in value) {
    if (key === "__proto__") throw invalid(path, "has a __proto__ key");
    refuseUnsafeText(key, path);
    seen.members++;
    refuseUnsafe((value as Record<string, unknown>)[key], path === "" ? key : `${path}.${key}`, depth + 1, seen);
  }
}

function refuseUnsafeText(text: string, path: string): void {
  if (text.includes("\u0000")) throw invalid(path, "contains a NUL character");
  if (!text.isWellFormed()) throw invalid(path, "contains a lone surrogate");
}

function invalid(path: string, problem: string): ServiceError {
  const place = readable(path);
  return new ServiceError("invalid_json", `${place} ${problem}.`, { details: [{ path: place, message: problem }] });
}

function readable(path: string): string {
  return path === "" ? "The body" : path.slice(0, 200).toWellFormed().replaceAll("\u0000", "");
}

/** The engine's message says where the text breaks, but quotes it: only the position is passed on. */
function syntaxMessage(error: unknown): string {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  return position ? `The body is not valid JSON at character ${position}.` : "The body is not valid JSON.";
}
