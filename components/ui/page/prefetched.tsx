import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

interface PrefetchedProps {
  /** The query keys with functions that return the same data as the API. */
  queries: readonly (readonly [key: QueryKey, load: () => Promise<unknown>])[];
  children: ReactNode;
}

/** Renders a page with its data. Failed queries are repeated by the browser, which shows the error. */
export async function Prefetched({ queries, children }: PrefetchedProps) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await Promise.all(queries.map(([queryKey, queryFn]) => cache.prefetchQuery({ queryKey, queryFn })));
  return <HydrationBoundary state={dehydrate(cache)}>{children}</HydrationBoundary>;
}
