/** A thing of a known height that stands in the flow of a part and is never divided. */
export interface Row {
  height: number;
  /** Space above it; none at the top of a page. */
  gap?: number;
  /** Whether it must not be the last thing of a page: a heading. */
  keepWithNext?: boolean;
  /** What is repeated above it where it begins a page: the head of its table. */
  head?: Row;
}

export interface Placed<R extends Row> {
  row: R;
  /** From the top of the frame, in points. */
  top: number;
}

/**
 * Cuts a flow into pages of a height. Nothing is divided, left out or reordered; what must stay with its successor moves to
 * the next page with it. Takes time in proportion to the number of rows.
 *
 * @throws RangeError for a row that is higher than a page.
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
      if (least > room) throw new RangeError(`A row of ${least} points does not fit on a page of ${room}.`);
      if (page.length > 0 && used + (row.gap ?? 0) + row.height > room) turn(row);
      place(row);
    }
  }
  if (page.length > 0) pages.push(page);
  return pages;
}

/** Rows that want to stay on one page: each with those that lead to it. */
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
