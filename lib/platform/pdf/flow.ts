import type { ReactElement } from "react";
import { frame } from "@/lib/platform/pdf/theme";

/** A destination of the outline and of links. */
export interface Mark {
  /** Unique in the document. */
  id: string;
  title: string;
  /** The parent mark in the outline, which precedes it. Parts have none. */
  under?: string;
  /** Whether it is also in the table of contents. */
  listed: boolean;
}

/** A piece of a part: laid out, measured, and drawn from its own upper left corner. */
export interface Block extends Row {
  draw(): ReactElement;
  /** Whether a hairline is drawn below it. All lines of a page are drawn together, because there may be dozens. */
  ruled?: boolean;
  head?: Block;
  mark?: Mark;
}

/** A part of the document. It begins on a new page. */
export interface Part {
  mark: Mark;
  title: string;
  /** `4` or `A`; empty before the first numbered part. */
  number: string;
  blocks: Block[];
}

/** A page as it will be drawn, with its number in the document. */
export interface LaidPage {
  number: number;
  part: Part;
  blocks: Placed<Block>[];
}

/** A line of the table of contents. */
export interface Entry {
  id: string;
  title: string;
  /** The number of the part; null for a section of a part. */
  number: string | null;
  page: number;
}

/**
 * Cuts parts into pages. Heights are known, so page numbers and the table of contents are known before layout. `first`
 * is the number of the first page.
 */
export function assemble(
  before: readonly Part[],
  contents: (entries: readonly Entry[]) => Part,
  after: readonly Part[],
  first: number,
): LaidPage[] {
  const cutBefore = before.map(cutPart);
  const cutAfter = after.map(cutPart);
  // Page numbers don't change heights, so the pages of the table of contents can be counted without them.
  const provisional = numbered([...cutBefore, cutPart(contents(entriesOf(numbered(cutAfter, 0)))), ...cutAfter], first);
  const table = cutPart(contents(entriesOf(provisional)));
  return numbered([...cutBefore, table, ...cutAfter], first);
}

interface CutPart {
  part: Part;
  pages: Placed<Block>[][];
}

function cutPart(part: Part): CutPart {
  return { part, pages: cutRows(part.blocks, frame.height) };
}

function numbered(parts: readonly CutPart[], first: number): LaidPage[] {
  const pages = parts.flatMap(({ part, pages: cut }) => cut.map((blocks) => ({ part, blocks })));
  return pages.map((page, index) => ({ ...page, number: first + index }));
}

function entriesOf(pages: readonly LaidPage[]): Entry[] {
  return pages.flatMap(({ part, blocks, number }) =>
    blocks.flatMap(({ row: { mark } }) => {
      if (!mark?.listed) return [];
      const own = mark.under === undefined ? part : { title: mark.title, number: null };
      return [{ id: mark.id, title: own.title, number: own.number, page: number }];
    }),
  );
}

/** An element of known height in a part. It is never divided. */
export interface Row {
  height: number;
  /** Space above it; none at the top of a page. */
  gap?: number;
  /** Whether it must not be the last element of a page, like a heading. */
  keepWithNext?: boolean;
  /** Repeated above it at the top of a page, like the header of a table. */
  head?: Row;
}

export interface Placed<R extends Row> {
  row: R;
  /** From the top of the frame, in points. */
  top: number;
}

/**
 * Cuts a flow into pages without dividing or reordering rows, in linear time. Throws RangeError for a row higher than a
 * page.
 */
export function cutRows<R extends Row & { head?: R }>(rows: readonly R[], room: number): Placed<R>[][] {
  const pages: Placed<R>[][] = [];
  let page: Placed<R>[] = [];
  let used = 0;
  const place = (row: R) => {
    const top = page.length === 0 ? 0 : used + (row.gap ?? 0);
    page.push({ row, top });
    used = top + row.height;
  };
  const turn = (first: R) => {
    if (page.length > 0) pages.push(page);
    page = [];
    used = 0;
    if (first.head) place(first.head);
  };
  for (const group of groupsOf(rows)) {
    const [first] = group;
    if (!first) continue;
    if (page.length > 0 && used + heightOf(group) > room && heightOf(group) <= room) turn(first);
    for (const row of group) {
      const least = (row.head ? row.head.height + (row.gap ?? 0) : 0) + row.height;
      if (least > room) throw new RangeError(`A row of ${least} points does not fit on a page of ${room} points.`);
      if (page.length > 0 && used + (row.gap ?? 0) + row.height > room) turn(row);
      place(row);
    }
  }
  if (page.length > 0) pages.push(page);
  return pages;
}

/** Rows to keep on one page: each with the rows that must precede it. */
function groupsOf<R extends Row>(rows: readonly R[]): R[][] {
  const groups: R[][] = [];
  let open: R[] | undefined;
  for (const row of rows) {
    if (open) open.push(row);
    else {
      open = [row];
      groups.push(open);
    }
    if (!row.keepWithNext) open = undefined;
  }
  return groups;
}

function heightOf(group: readonly Row[]): number {
  return group.reduce((sum, row) => sum + (row.gap ?? 0) + row.height, 0);
}
