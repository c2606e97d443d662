import { type ErrorDetail, ServiceError, validationFailed } from "@/lib/platform/core/errors";

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

/** From here on, doubles leave out integers: 2^53. */
const exactIntegerMax = 2 ** 53;

const problemsMax = 1_000;

/**
 * What `JSON.parse` hides of a text that it accepts: numbers that a double cannot hold exactly as an integer, and members that
 * are given more than once, each at its path. It takes several times as long as parsing: {@link parseStrictJson} calls it only
 * for a text that shows a sign of either.
 */
function findHiddenProblems(text: string): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  let at = 0;

  const note = (path: string, message: string) => {
    if (problems.length < problemsMax) problems.push({ path, message });
  };

  function skipSpace(): void {
    while (text.charCodeAt(at) <= 0x20) at++;
  }

  function readString(): string {
    const start = at;
    do {
      at = text.indexOf('"', at + 1);
    } while (isEscaped(text, at));
    at++;
    return text.slice(start, at);
  }

  function readValue(path: string): void {
    skipSpace();
    switch (text[at]) {
      case "{":
        readMembers(path);
        break;
      case "[":
        readItems(path);
        break;
      case '"':
        readString();
        break;
      default: {
        const start = at;
        while (/[^\s,\]}]/.test(text[at] ?? ",")) at++;
        if (isInexactInteger(text.slice(start, at))) {
          note(path, "is an integer beyond ±2^53, which JSON numbers cannot hold exactly: send it as a string");
        }
      }
    }
    skipSpace();
  }

  function readMembers(path: string): void {
    const names = new Set<string>();
    at++;
    skipSpace();
    while (text[at] !== "}") {
      skipSpace();
      const name = JSON.parse(readString()) as string;
      const memberPath = path === "" ? name : `${path}.${name}`;
      if (names.has(name)) note(memberPath, "is given more than once");
      names.add(name);
      skipSpace();
      at++;
      readValue(memberPath);
      if (text[at] === ",") at++;
    }
    at++;
  }

  function readItems(path: string): void {
    at++;
    skipSpace();
    for (let i = 0; text[at] !== "]"; i++) {
      readValue(`${path}[${i}]`);
      if (text[at] === ",") at++;
    }
    at++;
  }

  readValue("");
  return problems;
}

/** Whether the character at a place has an odd number of backslashes before it. */
function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

/** From here on, JavaScript and canonical JSON (RFC 8785) write a double with an exponent. */
const writtenWithExponentFrom = 1e21;

/**
 * A number beyond ±2^53, where every double is an integer, and one whose digits change: `9007199254740993`, `1e17`. Numbers
 * from 1e21 on that are written with an exponent and keep their digits are not meant as integers: `6.02214076e23`.
 */
function isInexactInteger(literal: string): boolean {
  const value = Math.abs(Number(literal));
  if (!(value >= exactIntegerMax)) return false;
  if (value > exactIntegerMax && (value < writtenWithExponentFrom || /^-?\d+$/.test(literal))) return true;
  return significantDigits(literal) !== significantDigits(String(value));
}

function significantDigits(literal: string): string {
  const [mantissa = ""] = literal.toLowerCase().split("e");
  return mantissa.replace(/[-.]/g, "").replace(/^0+|0+$/g, "");
}

/** Names of members in a text, at least: a quote before a colon. A text in a string may hold further ones (`"\":"`). */
function countNames(text: string): number {
  let names = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= 0x20) before--;
    if (text.charCodeAt(before) === 0x22) names++;
  }
  return names;
}
