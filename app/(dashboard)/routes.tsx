import type { QueryKey } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { z } from "zod";
import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { readUrl, type SearchParams, type UrlValues } from "@/components/ui/filters/url-values";
import type { Context } from "@/lib/platform/core/context";
import type { Permission } from "@/lib/platform/core/roles";
import { entityTag } from "@/lib/platform/resource/entity-tag";

interface ListRoute<Schema extends z.ZodType> {
  permission: Permission;
  view: ComponentType;
  /** The filters in the URL. */
  filters?: UrlValues;
  key: (filters: object) => QueryKey;
  list: (ctx: Context, query: z.output<Schema>) => Promise<unknown>;
  schema: Schema;
  /** Further queries of the page. */
  also?: (ctx: Context) => [QueryKey, () => Promise<unknown>][];
}

/** A page with the first page of a list, under the filters of the URL. */
export function listRoute<Schema extends z.ZodType>(route: ListRoute<Schema>) {
  const { permission, view: View, filters: parsers = {}, key, list, schema, also } = route;
  return async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
    const filters = readUrl(parsers, await searchParams);
    return (
      <PageFor
        permission={permission}
        queries={(ctx) => [[key(filters), async () => list(ctx, asQuery(schema, filters))], ...(also?.(ctx) ?? [])]}
      >
        <View />
      </PageFor>
    );
  };
}

interface RecordRoute<Stored extends object> {
  permission: Permission;
  view: ComponentType<{ id: string }>;
  key: (id: string) => QueryKey;
  read: (ctx: Context, id: string) => Promise<Stored>;
  /** The part of the record that its entity tag is computed from, as in the API. Default: it has no tag. */
  version?: (stored: Stored) => object;
  /** The filters in the URL, for `also`. */
  filters?: UrlValues;
  /** Further queries of the page. */
  also?: (ctx: Context, id: string, filters: object) => [QueryKey, () => Promise<unknown>][];
}

/** The page of a record. */
export function recordRoute<Stored extends object>(route: RecordRoute<Stored>) {
  const { permission, view: View, key, read, version, filters: parsers = {}, also } = route;
  return async ({ params, searchParams }: { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }) => {
    const { id } = await params;
    const filters = readUrl(parsers, await searchParams);
    return (
      <PageFor
        permission={permission}
        queries={(ctx) => [[key(id), () => tagged(read(ctx, id), version)], ...(also?.(ctx, id, filters) ?? [])]}
      >
        <View id={id} />
      </PageFor>
    );
  };
}

/** A record with its entity tag, as `useResource` reads it. */
export async function tagged<Stored extends object>(stored: Promise<Stored>, version?: (stored: Stored) => object) {
  const data = await stored;
  return { data, etag: version ? entityTag(version(data)) : null };
}
