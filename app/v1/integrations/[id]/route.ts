import { deleteIntegration, getIntegration, updateIntegration, versionOf } from "@/lib/domains/integrations";
import { Integration, UpdateIntegration } from "@/lib/domains/integrations/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "integration", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/integrations/{id}", {
  GET: route(
    {
      summary: "Read an integration",
      description:
        "Its `ETag` can be sent as `If-Match` with a change. It names the settings: deliveries leave it as it is.",
      scope: "admin",
      permission: "integrations:read",
      limit: "integrations.read",
      params: IdParams,
      response: Integration,
      version,
      errors: ["not_found"],
    },
    (ctx, { params }) => getIntegration(ctx, params.id),
  ),

  PATCH: route(
    {
      summary: "Change an integration",
      description:
        "Sets the fields that are given; `models` as a whole. `enabled: true` gives it the whole of `silentAfterHours` from now on. With `If-Match` the change is refused (412) when its settings have changed since it was read.",
      scope: "admin",
      limit: "integrations.write",
      params: IdParams,
      body: UpdateIntegration,
      response: Integration,
      version,
      errors: ["not_found", "precondition_failed", "model_not_registered"],
    },
    (ctx, { params, body, expectedVersion }) => updateIntegration(ctx, params.id, body, expectedVersion),
  ),

  DELETE: route(
    {
      summary: "Delete an integration",
      description:
        "Ends it for good, with its secrets: from then on it is not found (404), by a second deletion neither, and its deliveries are refused (401). Events and linked tickets stay.",
      scope: "admin",
      limit: "integrations.write",
      params: IdParams,
      response: "empty",
      status: 204,
      errors: ["not_found"],
    },
    (ctx, { params }) => deleteIntegration(ctx, params.id),
  ),
});
