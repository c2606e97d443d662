import { listImports } from "@/lib/domains/shadow-ai";
import { ListImports, LogImportList } from "@/lib/domains/shadow-ai/schemas-sources";
import { resource, route } from "@/lib/platform/http";

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
