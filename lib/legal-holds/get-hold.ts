import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { LegalHold } from "@/lib/legal-holds/schemas";
import { findHold } from "@/lib/legal-holds/store";
import { toHold } from "@/lib/legal-holds/to-hold";

/** A hold of the organisation, also one that was released. Throws `not_found`. */
export async function getHold(ctx: Context, id: string): Promise<LegalHold> {
  const stored = await findHold(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("legal hold");
  return toHold(stored);
}
