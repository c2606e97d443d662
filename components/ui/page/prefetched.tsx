import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

interface PrefetchedProps {
  /** The queries that the page begins with: the client's key, and a verb that answers what the API would. */
  queries: readonly (readonly [key: QueryKey, load: () => Promise<unknown>])[];
  children: ReactNode;
}

/**
 * Sends a page with what it shows. A query that fails here is left to the browser, which asks again and knows how to show
 * an error.
 */
export async function Prefetched({ queries, children }: PrefetchedProps) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await Promise.all(queries.map(([queryKey, queryFn]) => cache.prefetchQuery({ queryKey, queryFn })));
  return <HydrationBoundary state={dehydrate(cache)}>{children}</HydrationBoundary>;
}
