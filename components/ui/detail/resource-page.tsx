"use client";

import type { QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useResource } from "@/components/ui/api/queries";
import { QueryState } from "@/components/ui/feedback/states";
import { type Breadcrumb, Page } from "@/components/ui/page/page";

export interface ResourcePageProps<T> {
  queryKey: QueryKey;
  path: string;
  /** The title while loading ("Webhook endpoint") and the label of the placeholder ("the endpoint"). */
  kind: { title: string; label: string; height?: number };
  breadcrumbs: readonly Breadcrumb[];
  title: (item: T) => string;
  description?: (item: T) => ReactNode;
  /** `etag` is the displayed version, for changes with `If-Match`. */
  actions?: (item: T, etag: string | null) => ReactNode;
  children: (item: T, etag: string | null) => ReactNode;
}

/** The page of one record, with loading and error states. */
export function ResourcePage<T>({ queryKey, path, kind, breadcrumbs, ...page }: ResourcePageProps<T>) {
  const query = useResource<T>(queryKey, path);
  if (!query.data)
    return (
      <Page title={kind.title} breadcrumbs={breadcrumbs}>
        <QueryState query={query} label={kind.label} {...(kind.height !== undefined && { height: kind.height })}>
          {() => null}
        </QueryState>
      </Page>
    );
  const { data, etag } = query.data;
  return (
    <Page
      title={page.title(data)}
      breadcrumbs={breadcrumbs}
      description={page.description?.(data)}
      actions={page.actions?.(data, etag)}
    >
      {page.children(data, etag)}
    </Page>
  );
}
