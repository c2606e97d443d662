import { listImports } from "@/lib/domains/shadow-ai";
import { ListImports, LogImportList } from "@/lib/domains/shadow-ai/schemas-sources";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/sensors/imports", {
  GET: route(
    {
      summary: "List log imports",
      description:
        "Returns all imports, newest first, whichever way the logs were received. The logs themselves are not stored.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ListImports,
      response: LogImportList,
    },
    (ctx, { query }) => listImports(ctx, query),
  ),
});
