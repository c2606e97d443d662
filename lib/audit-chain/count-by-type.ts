import { countTypes } from "@/lib/audit-chain/store";
import type { Context } from "@/lib/context";

/** How many events of each type a model has in a period of their `timestamp`, both ends inclusive; types without are absent. */
export async function countByType(
  ctx: Pick<Context, "organisation">,
  modelId: string,
  period: { from: string; to: string },
): Promise<ReadonlyMap<string, number>> {
  const rows = await countTypes(ctx.organisation.id, modelId, period);
  return new Map(rows.map(({ eventType, events }) => [eventType, events]));
}
