"use client";

import { hashKey, keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { resolveTimes } from "@/lib/platform/client/period";
import { compactQuery } from "@/lib/platform/client/query-string";
import type { Pagination } from "@/lib/platform/http/schemas";

export interface ListAnswer<Row> {
  data: Row[];
  pagination: Pagination;
}

export interface ListQuery
  extends Pick<UseQueryResult, "data" | "isPending" | "isFetching" | "error" | "isPlaceholderData"> {
  refetch: () => unknown;
}

export interface ListPage {
  total: number;
  offset: number;
  /** The number of rows on this page. A table may show more, such as a row that has just left the list. */
  count: number;
  hasMore: boolean;
  onNext: () => void;
  onPrevious: () => void;
}

interface UseListOptions {
  /** The key of the first page, under which server pages prefetch it: `keys.detections.list(filters)`. */
  key: QueryKey;
  path: string;
  /** The API query. Times before now (`-7d`) are resolved when it is sent. */
  filters?: object;
  limit?: number;
}

export interface List<Row, Answer extends ListAnswer<Row>> {
  rows: Row[];
  /** The whole response. */
  data: Answer | undefined;
  query: ListQuery;
  page: ListPage;
  /** Reads a page for an export, with the filters of this list. */
  fetchPage: (cursor?: string, signal?: AbortSignal) => Promise<{ rows: Row[]; nextCursor?: string | undefined }>;
}

/**
 * Reads a list of the API page by page. Changed filters and expired cursors return to the first page. The current page
 * stays visible while the next one loads.
 */
export function useList<Row, Answer extends ListAnswer<Row> = ListAnswer<Row>>({
  key,
  path,
  filters = {},
  limit,
}: UseListOptions): List<Row, Answer> {
  const of = hashKey(key);
  const [kept, setStack] = useState<CursorStack>(() => firstPage(of));
  const stack = stackOf(kept, of);
  const cursor = cursorOf(stack);
  const read = (at: string | undefined, size: number | undefined, signal?: AbortSignal) =>
    api.get<Answer>(path, { ...resolveTimes(compactQuery(filters), Date.now()), limit: size, cursor: at }, { signal });

  const query = useQuery<Answer>({
    queryKey: cursor === undefined ? key : [...key, cursor],
    queryFn: async ({ signal }) => {
      try {
        return await read(cursor, limit, signal);
      } catch (error) {
        if (cursor === undefined || !(error instanceof ApiError) || error.code !== "invalid_cursor") throw error;
        setStack(firstPage(of));
        return await read(undefined, limit, signal);
      }
    },
    placeholderData: keepPreviousData,
  });

  const { data } = query;
  const { total = 0, offset = 0, hasMore = false, nextCursor } = data?.pagination ?? {};
  return {
    rows: data?.data ?? [],
    data,
    query,
    page: {
      total,
      offset,
      count: data?.data.length ?? 0,
      hasMore,
      onNext: () => !query.isPlaceholderData && setStack(nextPage(stack, nextCursor)),
      onPrevious: () => setStack(previousPage(stack)),
    },
    fetchPage: async (at, signal) => {
      const response = await read(at, 100, signal);
      return { rows: response.data, nextCursor: response.pagination.nextCursor };
    },
  };
}

/** The cursors of the pages up to the current one. The first page has none. */
export interface CursorStack {
  /** The filters that the cursors belong to. */
  of: string;
  cursors: readonly string[];
}

export function firstPage(of: string): CursorStack {
  return { of, cursors: [] };
}

/** The stack, or the first page if the filters changed. */
export function stackOf(stack: CursorStack, of: string): CursorStack {
  return stack.of === of ? stack : firstPage(of);
}

export function nextPage(stack: CursorStack, cursor: string | undefined): CursorStack {
  if (cursor === undefined || cursor === cursorOf(stack)) return stack;
  return { ...stack, cursors: [...stack.cursors, cursor] };
}

export function previousPage(stack: CursorStack): CursorStack {
  return { ...stack, cursors: stack.cursors.slice(0, -1) };
}

export function cursorOf({ cursors }: CursorStack): string | undefined {
  return cursors.at(-1);
}
