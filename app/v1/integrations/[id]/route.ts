import { deleteIntegration, getIntegration, updateIntegration, versionOf } from "@/lib/domains/integrations";
import { Integration, UpdateIntegration } from "@/lib/domains/integrations/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "integration", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/integrations/{id}", {
  GET: route(
    {
      summary: "Get an integration",
      description:
        "Send the `ETag` as `If-Match` with a change. It covers the settings only; deliveries don't change it.",
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
      summary: "Update an integration",
      description:
        "Sets the given fields. `models` replaces the whole list. `enabled: true` restarts the `silentAfterHours` period. With `If-Match`, returns 412 if the settings have changed since they were read.",
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
        "Permanently deletes the integration and its secrets. Later requests return 404, and its deliveries are rejected (401). Events and linked tickets are kept.",
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
