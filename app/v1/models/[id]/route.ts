import { getModel, updateModel } from "@/lib/domains/models";
import { Model, UpdateModel } from "@/lib/domains/models/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "model" };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/models/{id}", {
  GET: route(
    {
      summary: "Read a model",
      description: "Its `ETag` can be sent as `If-Match` with a change.",
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
      summary: "Change a model",
      description:
        "Sets the fields that are given, null clears one; `archived: true` makes the model refuse new events. With `If-Match` the change is refused (412) when the model has changed since it was read. The system model cannot be changed (409).",
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
