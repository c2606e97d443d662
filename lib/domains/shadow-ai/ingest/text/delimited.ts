/** Maximum number of columns in a line. */
const columnsMax = 1_000;

/**
 * Splits a CSV line (RFC 4180 with any delimiter). Null if a quote is not closed, which includes
 * values with a line break, or if there are too many values.
 */
export function splitDelimited(line: string, delimiter: string): string[] | null {
  if (!line.includes('"')) {
    const values = line.split(delimiter, columnsMax + 1);
    return values.length > columnsMax ? null : values;
  }
  const values: string[] = [];
  let at = 0;
  while (values.length <= columnsMax) {
    const quoted = line.charCodeAt(at) === 34;
    const end = quoted ? closingQuote(line, at + 1) : at;
    if (end === -1) return null;
    const next = line.indexOf(delimiter, quoted ? end + 1 : at);
    const value = quoted ? line.slice(at + 1, end) : line.slice(at, next === -1 ? line.length : next);
    values.push(value.includes('""') ? value.replaceAll('""', '"') : value);
    if (next === -1) return values;
    at = next + delimiter.length;
  }
  return null;
}

/** A quoted value, a value in brackets, or a word, which can be `[2001:db8::1]:443`. */
const word = /"((?:[^"\\]|\\.|"")*)"|\[([^\]]*)\](?!\S)|(\S+)/g;

/** Values separated by spaces. Quoted values and values in brackets can contain spaces. */
export function splitSpaced(line: string): string[] {
  const values: string[] = [];
  for (const [, quoted, bracketed, plain] of line.matchAll(word)) {
    values.push(quoted?.replaceAll('""', '"') ?? bracketed ?? plain ?? "");
    if (values.length > columnsMax) break;
  }
  return values;
}

function closingQuote(line: string, from: number): number {
  let end = line.indexOf('"', from);
  while (end !== -1 && line.charCodeAt(end + 1) === 34) end = line.indexOf('"', end + 2);
  return end;
}

/** Maximum number of pairs in a line. */
const pairsMax = 500;

/**
 * The pairs of a line such as `srcip=10.1.2.3 url="/a b" msg="say \"no\""`. Unquoted values end at the next space, tab
 * or comma. The first pair of a key applies.
 */
export function readPairs(line: string): Map<string, string> {
  const pairs = new Map<string, string>();
  let at = 0;
  while (pairs.size < pairsMax) {
    const equals = line.indexOf("=", at);
    if (equals === -1) break;
    const key = keyBefore(line, equals, at);
    const quoted = line.charCodeAt(equals + 1) === 34;
    const start = quoted ? equals + 2 : equals + 1;
    const end = quoted ? quoteEnd(line, start) : valueEnd(line, start);
    if (key !== "" && !pairs.has(key)) {
      const value = line.slice(start, end);
      pairs.set(key, quoted && value.includes("\\") ? value.replace(/\\(["\\])/g, "$1") : value);
    }
    at = quoted ? end + 1 : end;
  }
  return pairs;
}

/**
 * Reads the pairs of a CEF extension. Values are not quoted and may contain spaces; `\=`, `\\`, `\n` are escaped. A
 * value ends before the key of the next `=`. Some devices do not escape the `=` in a URL, so a key follows a space.
 */
export function readExtension(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  let equals = nextEquals(text, 0);
  while (equals !== -1 && pairs.size < pairsMax) {
    const key = keyBefore(text, equals, 0);
    const next = nextEquals(text, equals + 1);
    const end = next === -1 ? text.length : next - keyBefore(text, next, equals + 1).length;
    const value = text.slice(equals + 1, end).trim();
    if (key !== "" && !pairs.has(key)) {
      pairs.set(key, value.includes("\\") ? value.replace(/\\([\\=|])/g, "$1").replace(/\\[nr]/g, " ") : value);
    }
    equals = next;
  }
  return pairs;
}

const keyLengthMax = 64;

/** The word that ends at `end` and starts at `from` or later. */
function keyBefore(text: string, end: number, from: number): string {
  let start = end;
  const earliest = Math.max(from, end - keyLengthMax);
  while (start > earliest && isKeyCharacter(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end);
}

function isKeyCharacter(code: number): boolean {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return isLetter || (code >= 48 && code <= 57) || code === 95 || code === 46 || code === 45;
}

/** The next `=` after a key, which is at the start or follows a space. */
function nextEquals(text: string, from: number): number {
  let at = text.indexOf("=", from);
  while (at !== -1) {
    const start = at - keyBefore(text, at, 0).length;
    if (start < at && (start === 0 || isSpace(text.charCodeAt(start - 1)))) return at;
    at = text.indexOf("=", at + 1);
  }
  return -1;
}

function quoteEnd(line: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 34) return at;
  }
  return line.length;
}

function valueEnd(line: string, from: number): number {
  let at = from;
  while (at < line.length) {
    const code = line.charCodeAt(at);
    if (isSpace(code) || code === 44) break;
    at++;
  }
  return at;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}
