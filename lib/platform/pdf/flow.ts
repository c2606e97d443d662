import type { ReactElement } from "react";
import type { Tag } from "@/lib/platform/pdf/structure";
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
  /** The number of the part that it begins, with which its title starts. */
  number?: string;
}

/** A piece of a part: laid out, measured, and drawn from its own upper left corner. */
export interface Block extends Row {
  draw(): ReactElement;
  /** Its role. Default: each of its texts is a paragraph. */
  tag?: Tag;
  /** Whether a hairline is drawn below it. All lines of a page are drawn together, because there may be dozens. */
  ruled?: boolean;
  head?: Block;
  mark?: Mark;
}

/** A part of the document. It begins on a new page, unless its first block needs less. */
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
  /** The part of its first block. */
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
  const lay = (entries: readonly Entry[]) => laid([...before, contents(entries), ...after], first);
  // Entries don't depend on pages, and page numbers don't change heights: the first pass finds the entries, the second
  // their pages.
  return lay(entriesOf(lay(entriesOf(lay([])))));
}

function laid(parts: readonly Part[], first: number): LaidPage[] {
  const byMark = new Map(parts.map((part) => [part.mark, part]));
  const blocks = parts.flatMap(({ blocks: [opening, ...others] }) =>
    opening ? [{ needs: frame.height, ...opening }, ...others] : others,
  );
  let current = parts[0];
  return cutRows<Block>(blocks, frame.height).flatMap((page, index) => {
    let part: Part | undefined;
    for (const { row } of page) {
      current = (row.mark && byMark.get(row.mark)) ?? current;
      part ??= current;
    }
    return part ? [{ number: first + index, part, blocks: page }] : [];
  });
}

function entriesOf(pages: readonly LaidPage[]): Entry[] {
  return pages.flatMap(({ blocks, number: page }) =>
    blocks.flatMap(({ row: { mark } }) => {
      if (!mark?.listed) return [];
      const { id, title, number } = mark;
      return [{ id, title: number ? title.slice(number.length + 1) : title, number: number ?? null, page }];
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
  /** Space that must be left on the page for it. Otherwise, it starts a new page. */
  needs?: number;
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
    const needed = Math.max(heightOf(group), (first.gap ?? 0) + (first.needs ?? 0));
    if (page.length > 0 && used + needed > room && heightOf(group) <= room) turn(first);
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
