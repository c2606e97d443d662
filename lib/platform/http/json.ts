import { type ErrorDetail, ServiceError, validationFailed } from "@/lib/platform/core/errors";

const maxDepth = 32;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Decodes a body. Throws `invalid_json` for bytes that are not UTF-8. */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ServiceError("invalid_json", "The body is not valid UTF-8.");
  }
}

/**
 * Parses JSON and rejects values that cannot be stored or hashed exactly: NUL characters, lone surrogates, numbers that are
 * not finite, integers beyond ±2^53, duplicate members, nesting deeper than 32 and `__proto__` keys. Throws `invalid_json`
 * with the path.
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServiceError("invalid_json", text.trim() === "" ? "The body is empty." : syntaxMessage(error));
  }
  const seen: Seen = { members: 0, isLarge: false };
  rejectUnsafe(value, "", 1, seen);
  // Duplicate members are lost in the value, but each name in the text is followed by a colon.
  if (seen.isLarge || countNames(text) > seen.members) rejectHidden(text);
  return value;
}

interface Seen {
  members: number;
  /** A number that may be an integer which a double cannot represent. */
  isLarge: boolean;
}

function rejectHidden(text: string): void {
  const details = findHiddenProblems(text).map(({ path, message }) => ({ path: readable(path), message }));
  const [first] = details;
  if (!first) return;
  const message =
    details.length === 1 ? `${first.path} ${first.message}.` : `The body has ${details.length} problems; see details.`;
  throw new ServiceError("invalid_json", message, { details });
}

/**
 * Parses NDJSON, ignoring blank lines. Throws `invalid_json` with the line, and `validation_failed` at `name` if there are
 * more than `valuesMax` values.
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
      const problem = error.message.replace(/^The body/, "The line");
      throw new ServiceError("invalid_json", `Line ${number}: ${problem}`, {
        details: [{ path: `line ${number}`, message: problem }],
      });
    }
  }
  return values;
}

function rejectUnsafe(value: unknown, path: string, depth: number, seen: Seen): void {
  if (typeof value === "string") {
    rejectUnsafeText(value, path);
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
    for (let i = 0; i < value.length; i++) rejectUnsafe(value[i], `${path}[${i}]`, depth + 1, seen);
    return;
  }
  for (const key in value) {
    if (key === "__proto__") throw invalid(path, "has a __proto__ key");
    rejectUnsafeText(key, path);
    seen.members++;
    rejectUnsafe((value as Record<string, unknown>)[key], path === "" ? key : `${path}.${key}`, depth + 1, seen);
  }
}

function rejectUnsafeText(text: string, path: string): void {
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

/** The engine's message quotes the text, so only the position is returned. */
function syntaxMessage(error: unknown): string {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  return position ? `The body is not valid JSON at character ${position}.` : "The body is not valid JSON.";
}

/** Beyond 2^53, a double cannot represent every integer. */
const exactIntegerMax = 2 ** 53;

const problemsMax = 1_000;

/**
 * Problems that `JSON.parse` hides: integers that a double cannot represent exactly, and duplicate members. It takes several
 * times as long as parsing, so {@link parseStrictJson} calls it only for suspicious texts.
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
          note(path, "is an integer beyond ±2^53, which a double cannot represent exactly: send it as a string");
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
      if (names.has(name)) note(memberPath, "must not appear more than once");
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

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

/** From this value, JavaScript and canonical JSON (RFC 8785) use an exponent. */
const writtenWithExponentFrom = 1e21;

/**
 * Whether a number beyond ±2^53 loses digits: `9007199254740993`, `1e17`. Numbers from 1e21 with an exponent that keep
 * their digits are accepted: `6.02214076e23`.
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

/** An upper bound for the member names in a text: quotes before a colon. Strings may contain further ones (`"\":"`). */
function countNames(text: string): number {
  let names = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= 0x20) before--;
    if (text.charCodeAt(before) === 0x22) names++;
  }
  return names;
}
