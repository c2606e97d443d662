import { getModel, listModels, registerModel, updateModel } from "@/lib/domains/models";
import { ListModels, Model, ModelList, RegisterModel, UpdateModel } from "@/lib/domains/models/schemas";
import { Reply, resources, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

const version = { noun: "model" };

export const models = resources({
  "/v1/models": {
    GET: route(
      {
        summary: "List models",
        description:
          "Returns the organisation's models, newest first, including its system model. Models registered while you page through the list do not appear on later pages.",
        scope: "models:read",
        limit: "models.read",
        query: ListModels,
        response: ModelList,
      },
      (ctx, { query }) => listModels(ctx, query),
    ),

    POST: route(
      {
        summary: "Register a model",
        description:
          "Events can reference a model once it is registered. Models cannot be deleted; archive a model to reject new events.",
        scope: "models:write",
        limit: "models.write",
        body: RegisterModel,
        response: Model,
        version,
        responseHeaders: { Location: "The model's path." },
        status: 201,
        idempotent: true,
      },
      async (ctx, { body }) => {
        const model = await registerModel(ctx, body);
        return Reply.data(model, { headers: { Location: `/v1/models/${model.id}` } });
      },
    ),
  },
  "/v1/models/{id}": {
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
  },
});
