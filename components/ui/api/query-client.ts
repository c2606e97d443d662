import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/components/ui/api/api-error";

/** `Live` reports changes, so focus does not refetch. Only requests that the service could not answer are retried, twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // The page shows that it is offline instead of pausing its queries.
        networkMode: "always",
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);
}
