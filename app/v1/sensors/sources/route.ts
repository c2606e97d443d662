import { listSources } from "@/lib/domains/shadow-ai";
import { ListSources, LogSourceList } from "@/lib/domains/shadow-ai/schemas-sources";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/sensors/sources", {
  GET: route(
    {
      summary: "List log sources",
      description:
        "Returns the sensors and logs that have sent records, newest first, each with its latest record, its lag and its error rate. A silent source says nothing about the network it monitors.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ListSources,
      response: LogSourceList,
    },
    (ctx, { query }) => listSources(ctx, query),
  ),
});
