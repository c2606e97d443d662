"use client";

import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";

/** A detection with its version. */
export function usePreview(id: string | null) {
  return useQuery({ ...previewOf(id ?? ""), enabled: id !== null });
}

/** The current version of a detection, for `If-Match`. Null if it cannot be read. */
export async function versionOf(cache: QueryClient, id: string): Promise<string | null> {
  try {
    return (await cache.fetchQuery(previewOf(id))).etag;
  } catch {
    return null;
  }
}

/** The version that is shown in the preview; null if only a row of the list is shown, which has none. */
export function shownVersion(cache: QueryClient, id: string): string | null {
  const { queryKey } = previewOf(id);
  const isShown = cache.getQueryCache().find({ queryKey })?.isActive() === true;
  return isShown ? (cache.getQueryData(queryKey)?.etag ?? null) : null;
}

function previewOf(id: string) {
  return queryOptions({
    queryKey: keys.detections.preview(id),
    queryFn: ({ signal }) =>
      api.getWithTag<ShadowAiDetectionDetail>(`/v1/shadow-ai/${encodeURIComponent(id)}`, undefined, { signal }),
  });
}
