import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { getModel } from "@/lib/models";

/** Refuses (422 `model_not_registered`) a filter by models that the organisation does not have. */
export async function requireModels(ctx: Context, modelIds: string[]): Promise<void> {
  const details: { path: string; message: string }[] = [];
  for (const [i, id] of modelIds.entries()) {
    if (!(await exists(ctx, id))) details.push({ path: `filter.modelIds[${i}]`, message: "is not registered" });
  }
  if (details.length === 0) return;
  const message = "The filter names what is no model of this organisation.";
  throw new ServiceError("model_not_registered", message, { details });
}

async function exists(ctx: Context, id: string): Promise<boolean> {
  try {
    await getModel(ctx, id);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return false;
    throw error;
  }
}
