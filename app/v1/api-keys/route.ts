import { createApiKey, listApiKeys } from "@/lib/domains/api-keys";
import { ApiKeyList, CreateApiKey, CreatedApiKey, ListApiKeys } from "@/lib/domains/api-keys/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/api-keys", {
  GET: route(
    {
      summary: "List API keys, newest first",
      scope: "admin",
      limit: "api-keys.read",
      query: ListApiKeys,
      response: ApiKeyList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => listApiKeys(ctx, query),
  ),
  POST: route(
    {
      summary: "Create an API key",
      description:
        "The key itself is in this answer only. A key cannot have scopes that its creator lacks: an API key's own scopes, or the scopes of a member's role.",
      scope: "admin",
      limit: "api-keys.write",
      body: CreateApiKey,
      response: CreatedApiKey,
      status: 201,
      idempotent: true,
      secretMembers: ["key"],
    },
    (ctx, { body }) => createApiKey(ctx, body),
  ),
});
