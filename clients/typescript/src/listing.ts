import type { Listing } from "./operations";

/** One page of a list. */
export interface Page {
  data: readonly unknown[];
  pagination: { hasMore: boolean; nextCursor?: string };
}

/**
 * A list that can be awaited for its first page, or iterated to its end. `read` fetches the page of a cursor when the items
 * of the previous page are consumed.
 */
export function listing<P extends Page>(
  read: (cursor: string | undefined) => Promise<P>,
): Listing<P, P["data"][number]> {
  const first = read(undefined);
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      for (let page = await first; ; ) {
        yield* page.data;
        const { hasMore, nextCursor } = page.pagination;
        if (!hasMore || nextCursor === undefined) return;
        page = await read(nextCursor);
      }
    },
  });
}
