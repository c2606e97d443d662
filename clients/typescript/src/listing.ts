import type { Listing } from "./operations";

/** One answer of a list. */
export interface Page {
  data: readonly unknown[];
  pagination: { hasMore: boolean; nextCursor?: string };
}

/**
 * A list that can be awaited, for its first page, and read to its end. `read` reads the page of a cursor, the first one
 * without; it is asked for the next page when the last item of this one was taken.
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
