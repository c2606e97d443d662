import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "@/lib/domains/api-keys";
import {
  ApiKey,
  ApiKeyList,
  CreateApiKey,
  CreatedApiKey,
  ListApiKeys,
  RotateApiKey,
} from "@/lib/domains/api-keys/schemas";
import { resources, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const apiKeys = resources({
  "/v1/api-keys": {
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
  },
  "/v1/api-keys/{id}": {
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
  },
  "/v1/api-keys/{id}/rotate": {
    POST: route(
      {
        summary: "Rotate an API key",
        description:
          "Returns a new key with the same name and scopes. The old key stays valid for `overlapSeconds`, but not beyond " +
          "its own expiry. If the key has an expiry, the new key has the same lifetime, counted from now. " +
          "Returns 403 if the key has scopes that the caller lacks.",
        scope: "admin",
        limit: "api-keys.write",
        params: IdParams,
        body: RotateApiKey,
        response: CreatedApiKey,
        status: 201,
        idempotent: true,
        secretMembers: ["key"],
        errors: ["not_found", "invalid_transition"],
      },
      (ctx, { params, body }) => rotateApiKey(ctx, params.id, body),
    ),
  },
});
