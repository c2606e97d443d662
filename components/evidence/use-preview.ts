import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import type { PackagePreview } from "@/lib/evidence/schemas-preview";
import { type RequestForm, rangeOf } from "./request-form";

/** What there is to go by for what the form asks, as far as it says enough. */
export function usePreview({ modelId, framework, from, to }: RequestForm) {
  const isWhole = modelId !== null && from !== "" && to !== "" && from <= to;
  const query = { modelId, framework, ...rangeOf({ from, to }) };
  return useQuery({
    queryKey: keys.evidence.preview(query),
    queryFn: ({ signal }) => api.get<PackagePreview>("/v1/evidence/preview", query, { signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
}
