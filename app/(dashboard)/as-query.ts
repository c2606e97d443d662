import type { z } from "zod";
import { resolveTimes } from "@/lib/platform/client/period";
import { compactQuery, queryString } from "@/lib/platform/client/query-string";

/** Parses a page's filters as the API parses the browser's query. */
export function asQuery<Schema extends z.ZodType>(schema: Schema, filters: object): z.output<Schema> {
  const query = new URLSearchParams(queryString(resolveTimes(compactQuery(filters), Date.now())));
  return schema.parse(Object.fromEntries(query));
}
