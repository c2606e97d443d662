import { shownCell, utcText } from "@/lib/domains/reports/enums";
import type { Cell, Column, Figure, ReportDocument, Table } from "@/lib/domains/reports/schemas";

type Data = NonNullable<ReportDocument["data"]>;

/** The part of a document that its collector creates. */
export interface Contents extends Pick<ReportDocument, "figures" | "tables"> {
  /** Whether there is nothing to report in the period. */
  isEmpty: boolean;
  verification: Data["verification"];
}

/** A period, both ends inclusive, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export type Period = ReportDocument["period"];

/** Describes the data of a period. `until`: data received up to then is included. */
export function describeData(
  { from, to }: Period,
  { isEmpty, ...data }: Omit<Data, "notices"> & Pick<Contents, "isEmpty">,
): Data {
  const { until, firstRecordAt } = data;
  const notices: Data["notices"] = [];
  const atEnd = `Values for the end of the period are as of ${utcText(until)}.`;
  if (from > until) notices.push({ code: "NOT_STARTED", message: `The period has not started. ${atEnd}` });
  else if (to > until) {
    const message = `The period has not ended. It ends on ${utcText(to)}. ${atEnd} Later data is not included.`;
    notices.push({ code: "NOT_OVER", message });
  }
  if (firstRecordAt === null)
    notices.push({ code: "BEFORE_FIRST_RECORD", message: "The organisation's audit chain contains no events." });
  else if (from < firstRecordAt) {
    const verb = to < firstRecordAt ? "ends" : "starts";
    const message = `The period ${verb} before the organisation's first event on ${utcText(firstRecordAt)}. No data is available for earlier times.`;
    notices.push({ code: "BEFORE_FIRST_RECORD", message });
  }
  if (isEmpty) notices.push({ code: "EMPTY", message: "There is no data for this report in the period." });
  return { ...data, notices };
}

/** Creates a figure; without a note if the label is sufficient. */
export function figure(
  key: string,
  label: string,
  value: Figure["value"],
  { type = "count", note = null }: { type?: Figure["type"]; note?: string | null } = {},
): Figure {
  return { key, label, value, type, note };
}

/** A percentage with its parts; without a value if there is nothing to divide by. `of` completes "3 of 12 …". */
export function rate(key: string, label: string, [part, whole]: [number, number], of: string): Figure {
  const value = whole === 0 ? null : rounded((part / whole) * 100);
  const note = value === null ? `No ${of}` : `${shownCell(part, "count")} of ${shownCell(whole, "count")} ${of}`;
  return { ...figure(key, label, value, { type: "percent", note }), numerator: part, denominator: whole };
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** Longest period, in days, that is divided into days or weeks. Longer periods are divided into months. */
const daysMax = 92;

/** 1970-01-05 was a Monday. */
const firstMondayMs = 4 * dayMs;

/** How a period is divided, in UTC. */
export interface Division {
  unit: "day" | "week" | "month";
  /** All days or Mondays (`YYYY-MM-DD`) or months (`YYYY-MM`) of the period, in order. */
  all: string[];
  /** The day, Monday or month of a time in the period, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  of(timestamp: string): string;
  /** The first column of a table that has one row per part of the period. */
  column: Column;
}

/** Divides a period, both ends inclusive, into days or weeks, or into months if it has more than 92 days. */
export function divide({ from, to }: { from: string; to: string }, unit: "day" | "week" = "day"): Division {
  const firstDay = Date.parse(`${from.slice(0, 10)}T00:00:00Z`);
  const days = Math.floor((Date.parse(to) - firstDay) / dayMs) + 1;
  if (days <= daysMax && unit === "week") {
    const of = (timestamp: string) => {
      const weeks = Math.floor((Date.parse(timestamp) - firstMondayMs) / weekMs);
      return new Date(weeks * weekMs + firstMondayMs).toISOString().slice(0, 10);
    };
    const all: string[] = [];
    for (let ms = Date.parse(of(from)); ms <= Date.parse(to); ms += weekMs) all.push(of(new Date(ms).toISOString()));
    return { unit, all, of, column: { key: "week", label: "Week starting", type: "day" } };
  }
  if (days <= daysMax) {
    const all = Array.from({ length: days }, (_, i) => new Date(firstDay + i * dayMs).toISOString().slice(0, 10));
    const column: Column = { key: "day", label: "Day", type: "day" };
    return { unit: "day", all, of: (timestamp) => timestamp.slice(0, 10), column };
  }
  const all: string[] = [];
  const month = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  for (; month.getTime() <= Date.parse(to); month.setUTCMonth(month.getUTCMonth() + 1)) {
    all.push(month.toISOString().slice(0, 7));
  }
  const column: Column = { key: "month", label: "Month", type: "month" };
  return { unit: "month", all, of: (timestamp) => timestamp.slice(0, 7), column };
}

/** Maximum rows of a table, without the row for the others. */
const rowsMax = 100;

/** Sums by group. Each group has one sum per measure, in the order of the measures. */
export class Groups {
  private readonly sums = new Map<string, number[]>();

  constructor(private readonly measures: number) {}

  add(group: string, measure = 0, by = 1): void {
    const sums = this.sums.get(group) ?? Array.from({ length: this.measures }, () => 0);
    sums[measure] = (sums[measure] ?? 0) + by;
    this.sums.set(group, sums);
  }

  /** The groups with their sums, sorted by the first measure (largest first), then by name. */
  ranked(): [group: string, sums: number[]][] {
    return [...this.sums].sort(
      ([nameA, [a = 0]], [nameB, [b = 0]]) => b - a || (nameA < nameB ? -1 : nameA > nameB ? 1 : 0),
    );
  }

  /** The groups with their sums, sorted by name. */
  inOrder(): [group: string, sums: number[]][] {
    return [...this.sums].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  }

  get size(): number {
    return this.sums.size;
  }
}

interface GroupTable extends Pick<Table, "key" | "title" | "description"> {
  /** The column of the group, then one column per measure. */
  columns: Column[];
  chart?: Table["chart"];
  /** The label of a group; its name if absent. */
  nameOf?: (group: string) => string;
  /** Numbers as shown; the sums if absent. */
  shown?: (sum: number, measure: number) => number;
}

/** A table of groups, largest first. Groups beyond {@link rowsMax} share one row, so that the totals are complete. */
export function groupTable(groups: Groups, { nameOf = same, shown = sameNumber, ...table }: GroupTable): Table {
  const ranked = groups.ranked();
  const rest = ranked.slice(rowsMax);
  const rows: Cell[][] = ranked.slice(0, rowsMax).map(([group, sums]) => [nameOf(group), ...sums.map(shown)]);
  if (rest.length > 0) {
    const sums = rest.reduce<number[]>((left, [, right]) => right.map((sum, i) => sum + (left[i] ?? 0)), []);
    rows.push([`Others (${rest.length})`, ...sums.map(shown)]);
  }
  return { ...table, rows, total: ranked.length, chart: table.chart ?? null };
}

/** A table of single entries, limited to {@link rowsMax} rows. `total` is the number of all entries. */
export function listTable(table: Omit<Table, "total" | "chart">): Table {
  return { ...table, rows: table.rows.slice(0, rowsMax), total: table.rows.length, chart: null };
}

/** Adds groups that a table shows even if they are empty. */
export function fill(groups: Groups, names: readonly string[]): void {
  for (const name of names) groups.add(name, 0, 0);
}

export function text(key: string, label: string): Column {
  return { key, label, type: "text" };
}

/** A column with values of an enum. */
export function code(key: string, label: string): Column {
  return { key, label, type: "code" };
}

export function count(key: string, label: string): Column {
  return { key, label, type: "count" };
}

function same(group: string): string {
  return group;
}

function sameNumber(sum: number): number {
  return sum;
}

/** The mean of numbers to one decimal; null without numbers. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** The median of numbers to one decimal; null without numbers. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return rounded(sorted.length % 2 === 1 ? high : (low + high) / 2);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
