import { getModel, updateModel } from "@/lib/domains/models";
import { Model, UpdateModel } from "@/lib/domains/models/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "model" };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/models/{id}", {
  GET: route(
    {
      summary: "Get a model",
      description: "Send the `ETag` of the response as `If-Match` with an update.",
      scope: "models:read",
      limit: "models.read",
      params: IdParams,
      response: Model,
      version,
      errors: ["not_found"],
    },
    (ctx, { params }) => getModel(ctx, params.id),
  ),

  PATCH: route(
    {
      summary: "Update a model",
      description:
        "Sets the given fields; null clears a field. A model with `archived: true` rejects new events. With `If-Match`, the update is rejected (412) if the model has changed since it was read. The system model cannot be updated (409).",
      scope: "models:write",
      limit: "models.write",
      params: IdParams,
      body: UpdateModel,
      response: Model,
      version,
      errors: ["not_found", "conflict", "precondition_failed"],
    },
    (ctx, { params, body, expectedVersion }) => updateModel(ctx, params.id, body, expectedVersion),
  ),
});
