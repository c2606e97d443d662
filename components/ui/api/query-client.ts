import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/components/ui/api/api-error";

/**
 * The cache of a page. `Live` says when something changed, so neither time nor focus makes a query run again; what the
 * service refused is not asked again, what it could not answer is, twice.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // Offline is an answer that the page shows, not a state that it waits in.
        networkMode: "always",
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);
}
