import type { ReactElement } from "react";
import { At, Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import type { Block } from "@/lib/platform/pdf/flow";
import type { Tag } from "@/lib/platform/pdf/structure";
import { color, frame, type TextStyle, type } from "@/lib/platform/pdf/theme";
import type { Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

export interface Column {
  title: string;
  /** Default: an equal share of the width that the other columns leave. */
  width?: number;
  align?: "left" | "right";
  style?: TextStyle;
  /** The gutter on the right, included in the width. Default 10. */
  gutter?: number;
  /** Maximum number of lines of a cell. Further lines are cut. */
  maxLines?: number;
}

/** A text, or a drawing with its size. */
export type Cell = string | Drawn;

interface Drawn {
  height: number;
  draw(): ReactElement;
}

export const usualGutter = 10;
const padding = 4;
const headRule = 0.75;

/** A table with hairlines between its rows. Its header is repeated on every page. */
export function table(set: Typesetter, given: readonly Column[], rows: readonly (readonly Cell[])[]): Block[] {
  const columns = filled(given);
  const tag: Tag = { type: "Table" };
  const head = headOf(set, columns, tag);
  const body = rows.map((cells) => rowOf(set, columns, cells, head, tag));
  // The last row is not alone on a page.
  const last = body.at(-2);
  if (last) last.keepWithNext = true;
  return [head, ...body];
}

type FilledColumn = Column & { width: number };

function filled(columns: readonly Column[]): FilledColumn[] {
  const rest = frame.width - columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const open = columns.filter(({ width }) => width === undefined).length;
  return columns.map((column) => ({ ...column, width: column.width ?? rest / open }));
}

function headOf(set: Typesetter, columns: readonly FilledColumn[], within: Tag): Block {
  const titles = atColumns(columns).map((at) => ({
    ...at,
    tag: cellTag("TH", at.column),
    text: set.set(at.column.title.toUpperCase(), type.label, at.inner, 2),
  }));
  const textHeight = Math.max(...titles.map(({ text }) => text.height));
  const height = textHeight + padding + headRule;
  return {
    height,
    gap: 12,
    keepWithNext: true,
    tag: { type: "TR", within, once: true },
    draw: () => (
      <>
        {titles.map(({ text, left, column, tag }) => (
          <Print key={left} {...{ text, left, tag }} top={textHeight - text.height} align={column.align ?? "left"} />
        ))}
        <Rule top={height - headRule} width={widthOf(columns)} tone={color.rule} weight={headRule} />
      </>
    ),
  };
}

function rowOf(
  set: Typesetter,
  columns: readonly FilledColumn[],
  cells: readonly Cell[],
  head: Block,
  within: Tag,
): Block {
  const drawn = atColumns(columns).map((at, index) => drawCell(set, at, cells[index] ?? ""));
  const height = Math.max(...drawn.map((cell) => cell.height)) + 2 * padding;
  return {
    height,
    head,
    ruled: true,
    tag: { type: "TR", within },
    draw: () => <>{drawn.map((cell) => cell.element)}</>,
  };
}

/** A column without a title has no cells: it repeats another one as a drawing. */
function cellTag(type: "TH" | "TD", { title }: Column): Tag | undefined {
  return title === "" ? undefined : { type };
}

function drawCell(
  set: Typesetter,
  { column, left, inner }: Place,
  cell: Cell,
): { height: number; element: ReactElement } {
  const tag = cellTag("TD", column);
  if (typeof cell !== "string") {
    return {
      height: cell.height,
      element: (
        <At key={left} left={left} top={padding} width={inner} height={cell.height} tag={tag}>
          {cell.draw()}
        </At>
      ),
    };
  }
  const text = set.set(cell, column.style ?? type.small, inner, column.maxLines);
  const align = column.align ?? "left";
  return { height: text.height, element: <Print key={left} {...{ text, left, align, tag }} top={padding} /> };
}

interface Place {
  column: Column;
  left: number;
  /** Its width without the gutter. */
  inner: number;
}

function atColumns(columns: readonly FilledColumn[]): Place[] {
  let left = 0;
  return columns.map((column, index) => {
    const at = {
      column,
      left,
      inner: column.width - (index === columns.length - 1 ? 0 : (column.gutter ?? usualGutter)),
    };
    left += column.width;
    return at;
  });
}

function widthOf(columns: readonly FilledColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0);
}
