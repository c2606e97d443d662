import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { isHeldPast } from "@/lib/evidence/held-packages";
import type { EvidencePackage } from "@/lib/evidence/schemas";
import { findPackage } from "@/lib/evidence/store";
import { toPackage } from "@/lib/evidence/to-package";

/** A package of the organisation, in any status; throws `not_found`. */
export async function getPackage(ctx: Context, id: string): Promise<EvidencePackage> {
  const stored = await findPackage(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("evidence package");
  const nowMs = ctx.clock.now();
  return toPackage(stored, nowMs, await isHeldPast(ctx.tx, stored, nowMs));
}
