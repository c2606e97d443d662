import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { Model } from "@/lib/models/schemas";
import { findModel } from "@/lib/models/store";
import { toModel } from "@/lib/models/to-model";

/** A model of the organisation, archived or not; throws `not_found`. */
export async function getModel(ctx: Context, id: string): Promise<Model> {
  const stored = await findModel(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("model");
  return toModel(stored);
}
