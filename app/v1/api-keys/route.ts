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
        "The key itself is returned only in this response. You can only grant scopes that you have: those of your role or of the API key you use.",
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
