export type CsvValue = string | number | boolean | null | undefined;

/** Characters that start a formula in spreadsheets, including full-width forms. */
const formulaStart = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * A CSV record (RFC 4180) with its line break. Prefixes text that a spreadsheet would run as a formula with an apostrophe,
 * and quotes cells with any kind of line break, which could otherwise start a record with a formula.
 */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
