import { type ColumnType, columnHeading, isNumeric, shownCell } from "@/lib/domains/reports/enums";
import type { Table } from "@/lib/domains/reports/schemas";
import { usualGutter } from "@/lib/platform/pdf/elements/table";
import { type } from "@/lib/platform/pdf/theme";
import type { Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

/** Comfortable widths of columns of numbers and times. Text columns share the remaining width. */
const easy: Partial<Record<ColumnType, number>> = { count: 68, hours: 62, usd: 72, percent: 52, time: 88, day: 72 };

/** Space between a number, which is right-aligned, and the text after it. */
const gutterToText = 22;

/** The space at the right end of each column. */
export function guttersOf({ columns }: Pick<Table, "columns">): number[] {
  return columns.map(({ type: kind }, i) => {
    const next = columns[i + 1];
    return isNumeric(kind) && next && !isNumeric(next.type) ? gutterToText : usualGutter;
  });
}

/** Column widths that fill the given width. Numbers and times move closer before texts wrap; the widest texts wrap first. */
export function columnWidths(set: Typesetter, table: Pick<Table, "columns" | "rows">, room: number): number[] {
  const { columns } = table;
  const wanted = measure(set, table, (text) => [text]);
  const words = measure(set, table, (text) => text.split(" "));
  // Without text columns, the first column gets the remaining width.
  const hasText = columns.some(({ type: kind }) => easy[kind] === undefined);
  const isText = columns.map(({ type: kind }, i) => easy[kind] === undefined || (i === 0 && !hasText));
  const spare = Math.max(0, room - sum(wanted));
  const looser = columns.map(({ type: kind }, i) =>
    isText[i] ? 0 : Math.max(0, (easy[kind] ?? 0) - (wanted[i] ?? 0)),
  );
  const part = Math.min(1, spare / Math.max(1, sum(looser)));
  const widths = wanted.map((width, i) => width + part * (looser[i] ?? 0));
  const texts = shareOut(
    wanted.filter((_, i) => isText[i]),
    words.filter((_, i) => isText[i]),
    room - sum(widths.filter((_, i) => !isText[i])),
  );
  return widths.map((width, i) => (isText[i] ? (texts.shift() ?? 0) : width));
}

/** Divides a width: each column gets its wanted width and an equal part of the rest, or at least its minimum. */
export function shareOut(wanted: readonly number[], least: readonly number[], room: number): number[] {
  const kept = sum(least) <= room ? least : wanted.map(() => 0);
  const more = wanted.map((width, i) => width - (kept[i] ?? 0));
  const rest = Math.max(0, room - sum(wanted)) / wanted.length;
  const shares = [...kept];
  let left = room - sum(kept);
  const inOrder = [...wanted.keys()].sort((a, b) => (more[a] ?? 0) - (more[b] ?? 0));
  for (const [done, i] of inOrder.entries()) {
    const share = Math.min((more[i] ?? 0) + rest, left / (wanted.length - done));
    shares[i] = (kept[i] ?? 0) + share;
    left -= share;
  }
  return shares;
}

/** The width of each column for the widest unbreakable part of its cells, and for its heading. */
function measure(
  set: Typesetter,
  table: Pick<Table, "columns" | "rows">,
  divided: (text: string) => string[],
): number[] {
  const gutters = guttersOf(table);
  return table.columns.map((column, i) => {
    const style = i === 0 ? type.smallStrong : type.small;
    const widths = table.rows.flatMap((row) =>
      divided(shownCell(row[i], column.type)).map((part) => set.widthOf(part, style)),
    );
    // One extra point, because a text that exactly fits its column may still be broken.
    return Math.ceil(Math.max(headWidth(set, columnHeading(column)), ...widths)) + 1 + (gutters[i] ?? 0);
  });
}

/** The minimum width of a column's heading, which has two lines. */
function headWidth(set: Typesetter, label: string): number {
  const words = label.toUpperCase().split(" ");
  const width = (some: string[]) => set.widthOf(some.join(" "), type.label);
  return Math.min(...words.map((_, i) => Math.max(width(words.slice(0, i + 1)), width(words.slice(i + 1)))));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
