"use client";

import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api } from "@/components/ui/api/client";

/** A record with its entity tag, to send as `If-Match` with a change. */
export interface Tagged<T> {
  data: T;
  etag: string | null;
}

/** The `meta` of a query whose data only supplements a page. `StaleStrip` reports its failure. */
export const supplement = { isSupplement: true };

type ReadOptions<T> = Omit<UseQueryOptions<T, Error, T, QueryKey>, "queryKey" | "queryFn">;

/** Reads from the API and caches the response under `queryKey`. */
export function useRead<T>(
  queryKey: QueryKey,
  path: string,
  { query, ...options }: ReadOptions<T> & { query?: object } = {},
): UseQueryResult<T> {
  return useQuery({ ...options, queryKey, queryFn: ({ signal }) => api.get<T>(path, query, { signal }) });
}

/** Reads one record with its entity tag. Pages prefetch it under the same key. */
export function useResource<T>(
  queryKey: QueryKey,
  path: string,
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<Tagged<T>> {
  return useQuery({ queryKey, queryFn: ({ signal }) => api.getWithTag<T>(path, undefined, { signal }), enabled });
}
