/** Where a list stands: the cursors of the pages behind this one and its own. The first page has none. */
export interface CursorStack {
  /** What the cursors belong to; under other filters they mean nothing. */
  of: string;
  cursors: readonly string[];
}

/** The first page of a list. */
export function firstPage(of: string): CursorStack {
  return { of, cursors: [] };
}

/** The stack as it counts for these filters: of other filters, the first page. */
export function stackOf(stack: CursorStack, of: string): CursorStack {
  return stack.of === of ? stack : firstPage(of);
}

/** The page after this one. Without a cursor there is none. */
export function nextPage(stack: CursorStack, cursor: string | undefined): CursorStack {
  if (cursor === undefined || cursor === cursorOf(stack)) return stack;
  return { ...stack, cursors: [...stack.cursors, cursor] };
}

/** The page before this one; of the first page, itself. */
export function previousPage(stack: CursorStack): CursorStack {
  return { ...stack, cursors: stack.cursors.slice(0, -1) };
}

/** The cursor that this page is asked for with. */
export function cursorOf({ cursors }: CursorStack): string | undefined {
  return cursors.at(-1);
}
