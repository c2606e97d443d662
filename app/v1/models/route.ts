import { listModels, registerModel } from "@/lib/domains/models";
import { ListModels, Model, ModelList, RegisterModel } from "@/lib/domains/models/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

const version = { noun: "model" };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/models", {
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
});
