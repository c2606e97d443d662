import type { Context } from "@/lib/context";
import { findKnownModelIds } from "@/lib/models/store";

/** Which of these ids are of no model of the organisation, archived or not. */
export async function findUnregistered(ctx: Context, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const known = await findKnownModelIds(ctx.tx, ctx.organisation.id, ids);
  return ids.filter((id) => !known.has(id));
}
