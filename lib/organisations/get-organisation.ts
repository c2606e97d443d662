import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { OrganisationDetail } from "@/lib/organisations/schemas";
import { findStoredOrganisation } from "@/lib/organisations/store";
import { toOrganisationDetail } from "@/lib/organisations/to-organisation-detail";

/** The caller's organisation, with what it may do a minute and what it has done in this one. */
export async function getOrganisation(ctx: Context): Promise<OrganisationDetail> {
  const stored = await findStoredOrganisation(ctx.organisation.id);
  if (!stored) throw notFound("organisation");
  return toOrganisationDetail(ctx, stored);
}
