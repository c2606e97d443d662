import type { Context } from "@/lib/context";
import { listModels } from "@/lib/models";
import type { GovernedModel } from "@/lib/shadow-ai/analysis";

/** Models that are read together. */
const pageMax = 500;

/** The organisation's registered models, as far as they say which use of AI is approved. An archived model approves none. */
export async function governedModels(ctx: Context): Promise<GovernedModel[]> {
  const models: GovernedModel[] = [];
  let cursor: string | undefined;
  do {
    const { data, pagination } = await listModels(ctx, { archived: false, limit: pageMax, cursor });
    for (const { id, provider, allowedEndpoints, system } of data) {
      if (!system) models.push({ id, provider, allowedEndpoints });
    }
    cursor = pagination.nextCursor;
  } while (cursor !== undefined);
  return models;
}
