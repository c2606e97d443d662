import type { ErrorDetail } from "@/lib/errors";

/** From here on, doubles leave out integers: 2^53. */
export const exactIntegerMax = 2 ** 53;

const problemsMax = 1_000;

/**
 * What `JSON.parse` hides of a text that it accepts: numbers that a double cannot hold exactly as an integer, and members that
 * are given more than once, each at its path. It takes several times as long as parsing: {@link parseStrictJson} calls it only
 * for a text that shows a sign of either.
 */
export function findHiddenProblems(text: string): ErrorDetail[] {
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
export function countNames(text: string): number {
  let names = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= 0x20) before--;
    if (text.charCodeAt(before) === 0x22) names++;
  }
  return names;
}
