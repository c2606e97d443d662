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
        "The organisation's models, newest first, its system model among them. Models registered while you page through show on no later page.",
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
        "Events can name a model once it is registered. A model is never deleted; archive it to refuse new events. `Location` says where it is.",
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
