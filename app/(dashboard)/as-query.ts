import type { z } from "zod";
import { resolveTimes } from "@/lib/platform/client/period";
import { compactQuery, queryString } from "@/lib/platform/client/query-string";

/** The filters of a page as a verb takes them: read as the API would read the query that the browser would send. */
export function asQuery<Schema extends z.ZodType>(schema: Schema, filters: object): z.output<Schema> {
  const sent = new URLSearchParams(queryString(resolveTimes(compactQuery(filters), Date.now())));
  return schema.parse(Object.fromEntries(sent));
}
