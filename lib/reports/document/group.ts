import type { Cell, Column, Table } from "@/lib/reports/schemas-document";

/** Rows that a table has at most, without that of the others. */
export const rowsMax = 100;

/** Adds up numbers by groups: each group has one number for each measure, in their order. */
export class Groups {
  private readonly sums = new Map<string, number[]>();

  constructor(private readonly measures: number) {}

  add(group: string, measure = 0, by = 1): void {
    const sums = this.sums.get(group) ?? Array.from({ length: this.measures }, () => 0);
    sums[measure] = (sums[measure] ?? 0) + by;
    this.sums.set(group, sums);
  }

  /** Groups with what they add up to: the greatest by the first measure first, then by name. */
  ranked(): [group: string, sums: number[]][] {
    return [...this.sums].sort(
      ([nameA, [a = 0]], [nameB, [b = 0]]) => b - a || (nameA < nameB ? -1 : nameA > nameB ? 1 : 0),
    );
  }

  /** The same in the order of names. */
  inOrder(): [group: string, sums: number[]][] {
    return [...this.sums].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  }

  get size(): number {
    return this.sums.size;
  }
}

interface GroupTable extends Pick<Table, "key" | "title" | "description"> {
  /** The first is the group's; one for each measure follows. */
  columns: Column[];
  chart?: Table["chart"];
  /** What is shown of a group; its name where absent. */
  nameOf?: (group: string) => string;
  /** Numbers as they are shown; as they were added up where absent. */
  shown?: (sum: number, measure: number) => number;
}

/**
 * A table of groups, the greatest first. Where there are more than {@link rowsMax}, the others are one row at its end, so that
 * each column still adds up to all there is.
 */
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

/** A table of single things, the first {@link rowsMax} of them. `total` says how many there are. */
export function listTable(table: Omit<Table, "total" | "chart">): Table {
  return { ...table, rows: table.rows.slice(0, rowsMax), total: table.rows.length, chart: null };
}

/** A group that a table shows though nothing is in it. */
export function fill(groups: Groups, names: readonly string[]): void {
  for (const name of names) groups.add(name, 0, 0);
}

export function text(key: string, label: string): Column {
  return { key, label, type: "text" };
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
