import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import type { ModelRule } from "@/lib/integrations/store";
import { findUnregistered } from "@/lib/models";

/** Refuses (422 `model_not_registered`) rules and a default that name what is no model of the organisation. */
export async function requireModels(
  ctx: Context,
  { models = [], defaultModelId }: { models?: ModelRule[] | undefined; defaultModelId?: string | null | undefined },
): Promise<void> {
  const places = models.map(({ modelId }, i) => ({ path: `models[${i}].modelId`, modelId }));
  if (defaultModelId) places.push({ path: "defaultModelId", modelId: defaultModelId });
  const missing = new Set(await findUnregistered(ctx, [...new Set(places.map(({ modelId }) => modelId))]));
  const details = places
    .filter(({ modelId }) => missing.has(modelId))
    .map(({ path }) => ({ path, message: "is not registered" }));
  if (details.length === 0) return;
  throw new ServiceError(
    "model_not_registered",
    "Rules name models that are not registered in this organisation. Register them with POST /v1/models and use the ids it answers.",
    { details },
  );
}
