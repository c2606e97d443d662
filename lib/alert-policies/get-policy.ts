import type { AlertPolicy } from "@/lib/alert-policies/schemas";
import { findFigures, findPolicy } from "@/lib/alert-policies/store";
import { toPolicy } from "@/lib/alert-policies/to-policy";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";

/** A policy of the organisation, enabled or not; throws `not_found`, also for one that was deleted. */
export async function getPolicy(ctx: Context, id: string): Promise<AlertPolicy> {
  const stored = await findPolicy(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("alert policy");
  const figures = await findFigures(ctx.tx, ctx.organisation.id, [id]);
  return toPolicy(stored, figures.get(id));
}
