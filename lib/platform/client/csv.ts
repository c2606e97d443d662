/** What a cell of an export may hold. */
export type CsvValue = string | number | boolean | null | undefined;

/** What a spreadsheet takes for the beginning of a formula, the full-width forms included. */
const formulaStart = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * One record of a CSV file (RFC 4180) with its line break. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it; numbers are numbers and keep their sign. A line break of any kind inside a cell is quoted, or it
 * would begin a record, whose first cell might be a formula.
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
