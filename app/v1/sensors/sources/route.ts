import { listSources } from "@/lib/domains/shadow-ai";
import { ListSources, LogSourceList } from "@/lib/domains/shadow-ai/schemas-sources";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/sensors/sources", {
  GET: route(
    {
      summary: "List sources of logs",
      description:
        "The sensors and logs that have been read, newest first, each with its newest record, how long ago that is and how much of it could not be read. A source that fell silent proves nothing about the network behind it.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ListSources,
      response: LogSourceList,
    },
    (ctx, { query }) => listSources(ctx, query),
  ),
});
