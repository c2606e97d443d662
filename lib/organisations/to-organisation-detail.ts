import { isoMilliseconds } from "@/lib/clock";
import type { Context } from "@/lib/context";
import type { OrganisationDetail } from "@/lib/organisations/schemas";
import type { StoredOrganisation } from "@/lib/organisations/store";
import { toOrganisation } from "@/lib/organisations/to-organisation";
import { readUsage } from "@/lib/rate-limits";

/** A stored organisation as its own people see it, with what is used of its limits now. */
export async function toOrganisationDetail(
  { organisation, clock }: Pick<Context, "organisation" | "clock">,
  stored: StoredOrganisation,
): Promise<OrganisationDetail> {
  const { rateLimitOverrides: _, ...shown } = toOrganisation(stored);
  const usage = await readUsage(organisation, clock);
  const limits = usage.map(({ resetSeconds, ...used }) => ({
    ...used,
    resetsAt: isoMilliseconds(resetSeconds * 1_000),
  }));
  return { ...shown, limits };
}
