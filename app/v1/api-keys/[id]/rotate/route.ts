import { rotateApiKey } from "@/lib/domains/api-keys";
import { CreatedApiKey, RotateApiKey } from "@/lib/domains/api-keys/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/api-keys/{id}/rotate", {
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
});
