import { labelOf, moneyText, timeText } from "@/lib/platform/client/format";

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

/** The result of verifying the events of a report's period. NOT_VERIFIED unless every one of them was verified. */
export const dataVerifications = ["PASSED", "FAILED", "NOT_VERIFIED"] as const;

/** Limits of a report's data that readers of its figures must know. */
export const noticeCodes = ["NOT_STARTED", "NOT_OVER", "BEFORE_FIRST_RECORD", "EMPTY"] as const;

/** Which period a scheduled report covers: the last whole one before it is due, in the schedule's time zone. */
export const coveredPeriods = ["PREVIOUS_DAY", "PREVIOUS_WEEK", "PREVIOUS_MONTH", "PREVIOUS_QUARTER"] as const;
export type CoveredPeriod = (typeof coveredPeriods)[number];

/**
 * The type of a column's cells, which determines their format. Hours and US dollars are numbers with decimals. Codes,
 * such as `HIGH` or `FALSE_POSITIVE`, are shown as words.
 */
export const columnTypes = ["text", "code", "count", "hours", "usd", "percent", "time", "day", "month"] as const;
export type ColumnType = (typeof columnTypes)[number];

/** How a table is also drawn: columns over time, or a bar of each row. */
export const tableCharts = ["days", "bars"] as const;

/** A cell as shown to readers. Without a value, an amount was not estimated; other cells have a dash. */
export function shownCell(value: string | number | null | undefined, type: ColumnType): string {
  if (value === null || value === undefined) return type === "usd" ? "Not estimated" : "\u2013";
  if (typeof value === "number") return numbers[type]?.(value) ?? value.toLocaleString("en-GB");
  if (type === "time") return timeText(value, "seconds", "UTC");
  if (type === "day") return timeText(value, "day", "UTC");
  if (type === "code" && /^[A-Z][A-Z0-9_]*$/.test(value)) return labelOf(value);
  return value;
}

const numbers: Partial<Record<ColumnType, (value: number) => string>> = {
  hours: (value) => (value < 48 ? `${value.toLocaleString("en-GB")} h` : `${oneDecimal(value / 24)} days`),
  usd: moneyText,
  percent: (value) => `${value.toLocaleString("en-GB")}%`,
};

function oneDecimal(value: number): string {
  return value.toLocaleString("en-GB", { maximumFractionDigits: 1 });
}

/** The heading of a column. Times are shown in UTC. */
export function columnHeading({ label, type }: { label: string; type: ColumnType }): string {
  return type === "time" ? `${label} (UTC)` : label;
}

/** Whether a column's cells are numbers, which stand below one another. */
export function isNumeric(type: ColumnType): boolean {
  return type === "count" || type === "hours" || type === "usd" || type === "percent";
}

/**
 * The columns that are drawn over time. If the first measure is the sum of the others, those are drawn above one another,
 * otherwise side by side.
 */
export function seriesOf<C extends { key: string }>(
  columns: readonly C[],
): { series: { column: C; at: number }[]; isStacked: boolean } {
  const measures = columns.map((column, at) => ({ column, at })).slice(1);
  const isStacked = measures.length > 1 && measures[0]?.column.key === "events";
  return { series: isStacked ? measures.slice(1) : measures, isStacked };
}

/** A time to the second: `31 Jan 2026, 23:59:59 UTC`. */
export function utcText(at: string): string {
  return timeText(at, "full", "UTC");
}

/** The text in place of a table without rows. */
export function noRowsText({ key }: { key: string }): string {
  return key === "breaks" ? "No findings." : "None in this period.";
}
