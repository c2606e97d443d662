import { getImport } from "@/lib/domains/shadow-ai";
import { LogImport } from "@/lib/domains/shadow-ai/schemas-sources";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/sensors/imports/{id}", {
  GET: route(
    {
      summary: "Get a log import",
      description: "The result of an import, or its progress so far.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      params: IdParams,
      response: LogImport,
      errors: ["not_found"],
    },
    (ctx, { params }) => getImport(ctx, params.id),
  ),
});
