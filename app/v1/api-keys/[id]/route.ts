import { getApiKey, revokeApiKey } from "@/lib/domains/api-keys";
import { ApiKey } from "@/lib/domains/api-keys/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/api-keys/{id}", {
  GET: route(
    {
      summary: "Get an API key",
      scope: "admin",
      limit: "api-keys.read",
      params: IdParams,
      response: ApiKey,
      errors: ["not_found"],
    },
    (ctx, { params }) => getApiKey(ctx, params.id),
  ),
  DELETE: route(
    {
      summary: "Revoke an API key",
      description: "The key stops working everywhere within five seconds. Revoking a revoked key has no effect.",
      scope: "admin",
      limit: "api-keys.write",
      params: IdParams,
      response: "empty",
      status: 204,
      errors: ["not_found"],
    },
    (ctx, { params }) => revokeApiKey(ctx, params.id),
  ),
});
