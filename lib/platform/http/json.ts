import { isAscii, isUtf8 } from "node:buffer";
import { type ErrorDetail, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { pathText } from "@/lib/platform/http/validate";

const maxDepth = 32;

/** Decodes a body, without a byte order mark. Throws `invalid_json` for bytes that are not UTF-8. */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  // Takes a tenth of the time of a TextDecoder that rejects invalid bytes.
  if (!isUtf8(bytes)) throw new ServiceError("invalid_json", "The body is not valid UTF-8.");
  const buffer = ArrayBuffer.isView(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes);
  const text = isAscii(buffer) ? buffer.toString("latin1") : buffer.toString("utf8");
  return text.startsWith("\ufeff") ? text.slice(1) : text;
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
  // Without such escapes, strings contain neither NUL characters nor lone surrogates.
  const seen: Seen = { members: 0, isLarge: false, areTextsSafe: !text.includes("\\u") && text.isWellFormed() };
  const unsafe = findUnsafe(value, 1, seen);
  if (unsafe) throw invalid(pathText(unsafe.path.reverse()), unsafe.problem);
  // Duplicate members are lost in the value, but each name in the text is followed by a colon.
  if (seen.isLarge || countNames(text) > seen.members) rejectHidden(text);
  return value;
}

interface Seen {
  members: number;
  /** A number that may be an integer which a double cannot represent. */
  isLarge: boolean;
  /** Whether strings and names need no checks. */
  areTextsSafe: boolean;
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

interface Unsafe {
  /** From the inside out. */
  path: (string | number)[];
  problem: string;
}

/** The first value that cannot be accepted. Paths are built only for a problem, because most values have none. */
function findUnsafe(value: unknown, depth: number, seen: Seen): Unsafe | undefined {
  if (typeof value === "string") return seen.areTextsSafe ? undefined : unsafeText(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return unsafe("is a number outside the range of a double (RFC 8785)");
    if (value >= exactIntegerMax || value <= -exactIntegerMax) seen.isLarge = true;
    return undefined;
  }
  if (value === null || typeof value !== "object") return undefined;
  if (depth > maxDepth) return unsafe(`is nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const found = findUnsafe(value[i], depth + 1, seen);
      if (found) return within(found, i);
    }
    return undefined;
  }
  for (const key in value) {
    const unsafeKey =
      key === "__proto__" ? unsafe("has a __proto__ key") : seen.areTextsSafe ? undefined : unsafeText(key);
    if (unsafeKey) return unsafeKey;
    seen.members++;
    const found = findUnsafe((value as Record<string, unknown>)[key], depth + 1, seen);
    if (found) return within(found, key);
  }
  return undefined;
}

function unsafeText(text: string): Unsafe | undefined {
  if (text.includes("\u0000")) return unsafe("contains a NUL character");
  return text.isWellFormed() ? undefined : unsafe("contains a lone surrogate");
}

function unsafe(problem: string): Unsafe {
  return { path: [], problem };
}

function within(found: Unsafe, part: string | number): Unsafe {
  found.path.push(part);
  return found;
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
