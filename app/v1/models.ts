import { getModel, listModels, registerModel, updateModel } from "@/lib/domains/models";
import { ListModels, Model, ModelList, RegisterModel, UpdateModel } from "@/lib/domains/models/schemas";
import { recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "models:read", limit: "models.read" } as const;
const write = { scope: "models:write", limit: "models.write" } as const;

const version = { noun: "model" };

export const models = resources({
  "/v1/models": {
    GET: route({
      ...read,
      summary: "List models",
      description:
        "Returns the organisation's models, newest first, including its system model. Models registered while you page through the list do not appear on later pages.",
      query: ListModels,
      response: ModelList,
      handler: (ctx, { query }) => listModels(ctx, query),
    }),

    POST: route({
      ...write,
      summary: "Register a model",
      description:
        "Events can reference a model once it is registered. Models cannot be deleted; archive a model to reject new events.",
      body: RegisterModel,
      response: Model,
      version,
      status: 201,
      location: "/v1/models",
      idempotent: true,
      handler: (ctx, { body }) => registerModel(ctx, body),
    }),
  },
  "/v1/models/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get a model",
      description: "To update the model, send the `ETag` as `If-Match`.",
      response: Model,
      version,
      handler: (ctx, { params }) => getModel(ctx, params.id),
    }),

    PATCH: recordRoute({
      ...write,
      summary: "Update a model",
      description:
        "Sets the given fields; `null` clears a field. A model with `archived: true` rejects new events. With `If-Match`, the update is rejected (412) if the model has changed since it was read. The system model cannot be updated (409).",
      body: UpdateModel,
      response: Model,
      version,
      errors: ["conflict", "precondition_failed"],
      handler: (ctx, { params, body, expectedVersion }) => updateModel(ctx, params.id, body, expectedVersion),
    }),
  },
});
