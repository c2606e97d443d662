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
        "Returns the organisation's models, newest first by default, including its system model. With the default order, models registered while you page through the list do not appear on later pages.",
      query: ListModels,
      response: ModelList,
      handler: (ctx, { query }) => listModels(ctx, query),
    }),

    POST: route({
      ...write,
      summary: "Register a model",
      description:
        "After you register a model, you can append events for it. Models cannot be deleted. To reject new events for a model, archive it.",
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
      description:
        "Returns a model. When you update the model, send its `ETag` as `If-Match` to avoid overwriting other changes.",
      response: Model,
      version,
      handler: (ctx, { params }) => getModel(ctx, params.id),
    }),

    PATCH: recordRoute({
      ...write,
      summary: "Update a model",
      description:
        "Updates the fields that you send. `null` clears a field. A model with `archived: true` rejects new events. With `If-Match`, returns 412 if the model has changed since you read it. Returns 409 for the system model, which cannot be updated.",
      body: UpdateModel,
      response: Model,
      version,
      errors: ["conflict", "precondition_failed"],
      handler: (ctx, { params, body, expectedVersion }) => updateModel(ctx, params.id, body, expectedVersion),
    }),
  },
});
