/** Columns of the widest line that is read. */
const columnsMax = 1_000;

/**
 * The values of a line of CSV (RFC 4180, with any one character between the values); null where a quote is not closed, which
 * is also what a value with a line break looks like, and where there are too many.
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
    at = next + 1;
  }
  return null;
}

function closingQuote(line: string, from: number): number {
  let end = line.indexOf('"', from);
  while (end !== -1 && line.charCodeAt(end + 1) === 34) end = line.indexOf('"', end + 2);
  return end;
}
