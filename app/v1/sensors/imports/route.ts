import { resource, route } from "@/lib/http";
import { listImports } from "@/lib/shadow-ai";
import { ListImports, LogImportList } from "@/lib/shadow-ai/schemas-sources";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/sensors/imports", {
  GET: route(
    {
      summary: "List imports of logs",
      description: "Every log that was read, by whichever way it came, newest first. The logs themselves are not kept.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ListImports,
      response: LogImportList,
    },
    (ctx, { query }) => listImports(ctx, query),
  ),
});
