"use client";

import { hashKey, keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { resolveTimes } from "@/lib/platform/client/period";
import { compactQuery } from "@/lib/platform/client/query-string";
import type { Pagination } from "@/lib/platform/http/schemas";

/** What every list of the API answers. */
export interface ListAnswer<Row> {
  data: Row[];
  pagination: Pagination;
}

/** What `DataTable` needs to know of a query. */
export interface ListQuery {
  isPending: boolean;
  isFetching: boolean;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => void;
}

/** Where a list stands, and the ways on. */
export interface ListPage {
  total: number;
  offset: number;
  limit: number;
  hasMore: boolean;
  onNext: () => void;
  onPrevious: () => void;
}

interface UseListOptions {
  /** The key of the first page, `keys.detections.list(filters)`: what a server page prefetched is found under it. */
  key: QueryKey;
  path: string;
  /** The query as the API takes it; times before now (`-7d`) are resolved when it is sent. */
  filters?: object;
  limit?: number;
  enabled?: boolean;
}

export interface List<Row, Answer extends ListAnswer<Row>> {
  rows: Row[];
  /** The whole answer, for lists that say more than their rows. */
  data: Answer | undefined;
  query: ListQuery;
  page: ListPage;
  /** A page for `exportAll`, with the filters of this list. */
  fetchPage: (cursor?: string, signal?: AbortSignal) => Promise<{ rows: Row[]; nextCursor?: string | undefined }>;
}

/**
 * A list of the API, a page at a time. Other filters begin with the first page; while the next page comes, this one stays.
 * A cursor that the service takes no more leads to the first page.
 */
export function useList<Row, Answer extends ListAnswer<Row> = ListAnswer<Row>>({
  key,
  path,
  filters = {},
  limit,
  enabled = true,
}: UseListOptions): List<Row, Answer> {
  const of = hashKey(key);
  const [kept, setStack] = useState<CursorStack>(() => firstPage(of));
  const stack = stackOf(kept, of);
  const cursor = cursorOf(stack);
  const ask = (at: string | undefined, size: number | undefined, signal?: AbortSignal) =>
    api.get<Answer>(path, { ...resolveTimes(compactQuery(filters), Date.now()), limit: size, cursor: at }, { signal });

  const query = useQuery<Answer>({
    queryKey: cursor === undefined ? key : [...key, cursor],
    queryFn: async ({ signal }) => {
      try {
        return await ask(cursor, limit, signal);
      } catch (error) {
        if (cursor === undefined || !(error instanceof ApiError) || error.code !== "invalid_cursor") throw error;
        setStack(firstPage(of));
        return await ask(undefined, limit, signal);
      }
    },
    placeholderData: keepPreviousData,
    enabled,
  });

  const { data } = query;
  const { total = 0, offset = 0, hasMore = false, nextCursor, limit: size = limit ?? 25 } = data?.pagination ?? {};
  return {
    rows: data?.data ?? [],
    data,
    query: {
      isPending: query.isPending,
      isFetching: query.isFetching,
      error: query.error,
      isPlaceholderData: query.isPlaceholderData,
      refetch: () => void query.refetch(),
    },
    page: {
      total,
      offset,
      hasMore,
      limit: size,
      onNext: () => !query.isPlaceholderData && setStack(nextPage(stack, nextCursor)),
      onPrevious: () => setStack(previousPage(stack)),
    },
    fetchPage: async (at, signal) => {
      const answer = await ask(at, 100, signal);
      return { rows: answer.data, nextCursor: answer.pagination.nextCursor };
    },
  };
}

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
