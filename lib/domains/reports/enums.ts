/** The subjects of reports. */
export const reportKinds = ["audit-activity", "shadow-ai", "chain-integrity"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Titles by kind. */
export const reportTitles: Readonly<Record<ReportKind, string>> = {
  "audit-activity": "Audit activity",
  "shadow-ai": "Shadow AI",
  "chain-integrity": "Chain integrity",
};

export const reportFormats = ["PDF", "CSV", "JSON"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const reportStatuses = ["GENERATING", "READY", "FAILED"] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** Which period a scheduled report covers: the last whole one before it is due, in the schedule's time zone. */
export const coveredPeriods = ["PREVIOUS_DAY", "PREVIOUS_WEEK", "PREVIOUS_MONTH", "PREVIOUS_QUARTER"] as const;
export type CoveredPeriod = (typeof coveredPeriods)[number];

/** The type of a column's cells, which determines their format. Hours and US dollars are numbers with decimals. */
export const columnTypes = ["text", "count", "hours", "usd", "percent", "time", "day", "month"] as const;
export type ColumnType = (typeof columnTypes)[number];

/** How a table is also drawn: a stacked bar of each day, or a bar of each row. */
export const tableCharts = ["days", "bars"] as const;

/** A cell as shown to readers; a dash if it is empty. */
export function shownCell(value: string | number | null | undefined, type: ColumnType): string {
  if (value === null || value === undefined) return "\u2013";
  if (typeof value === "number") return numbers[type]?.(value) ?? value.toLocaleString("en-GB");
  if (type === "time") return `${value.slice(0, 10)} ${value.slice(11, 16)}`;
  return value;
}

const numbers: Partial<Record<ColumnType, (value: number) => string>> = {
  hours: (value) => (value < 48 ? `${value.toLocaleString("en-GB")} h` : `${oneDecimal(value / 24)} days`),
  usd: (value) => `$${value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`,
  percent: (value) => `${value.toLocaleString("en-GB")}%`,
};

function oneDecimal(value: number): string {
  return value.toLocaleString("en-GB", { maximumFractionDigits: 1 });
}

/** Whether a column's cells are numbers, which stand below one another. */
export function isNumeric(type: ColumnType): boolean {
  return type === "count" || type === "hours" || type === "usd" || type === "percent";
}

/** The columns of a table of days that are drawn above one another: without the one that they add up to. */
export function seriesOf<C extends { key: string }>(columns: readonly C[]): { column: C; at: number }[] {
  const measures = columns.map((column, at) => ({ column, at })).slice(1);
  return measures.length > 1 && measures[0]?.column.key === "events" ? measures.slice(1) : measures;
}
