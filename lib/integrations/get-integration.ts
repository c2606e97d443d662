import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { Integration } from "@/lib/integrations/schemas";
import { findIntegration } from "@/lib/integrations/store";
import { toIntegration } from "@/lib/integrations/to-integration";

/** An integration of the organisation, enabled or not; throws `not_found`, also for one that was deleted. */
export async function getIntegration(ctx: Context, id: string): Promise<Integration> {
  const stored = await findIntegration(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("integration");
  return toIntegration(stored);
}
