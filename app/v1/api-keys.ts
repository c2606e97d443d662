import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "@/lib/domains/api-keys";
import {
  ApiKey,
  ApiKeyList,
  CreateApiKey,
  CreatedApiKey,
  ListApiKeys,
  RotateApiKey,
} from "@/lib/domains/api-keys/schemas";
import { recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "admin", limit: "api-keys.read" } as const;
const write = { scope: "admin", limit: "api-keys.write" } as const;

export const apiKeys = resources({
  "/v1/api-keys": {
    GET: route({
      ...read,
      summary: "List API keys",
      query: ListApiKeys,
      response: ApiKeyList,
      handler: (ctx, { query }) => listApiKeys(ctx, query),
    }),
    POST: route({
      ...write,
      summary: "Create an API key",
      description:
        "Creates an API key, which is returned only in this response. You can grant only scopes that your own role or API key has.",
      body: CreateApiKey,
      response: CreatedApiKey,
      status: 201,
      idempotent: true,
      secretMembers: ["key"],
      handler: (ctx, { body }) => createApiKey(ctx, body),
    }),
  },
  "/v1/api-keys/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get an API key",
      response: ApiKey,
      handler: (ctx, { params }) => getApiKey(ctx, params.id),
    }),
    DELETE: recordRoute({
      ...write,
      summary: "Revoke an API key",
      description:
        "Permanently revokes a key. The key stops working everywhere within five seconds. If the key is already revoked, the request has no effect.",
      handler: (ctx, { params }) => revokeApiKey(ctx, params.id),
    }),
  },
  "/v1/api-keys/{id}/rotate": {
    POST: recordRoute({
      ...write,
      summary: "Rotate an API key",
      description:
        "Returns a new key with the same name and scopes. The old key stays valid for `overlapSeconds`, but not beyond " +
        "its own expiry. If the old key has an expiry date, the new key has the same lifetime, starting now. " +
        "Returns 403 if the key has scopes that you don't have.",
      body: RotateApiKey,
      response: CreatedApiKey,
      status: 201,
      idempotent: true,
      secretMembers: ["key"],
      errors: ["invalid_transition"],
      handler: (ctx, { params, body }) => rotateApiKey(ctx, params.id, body),
    }),
  },
});
