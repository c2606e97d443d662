import type { Organisation } from "@/lib/organisations/schemas";
import { findStoredOrganisations } from "@/lib/organisations/store";
import { toOrganisation } from "@/lib/organisations/to-organisation";

/** For programs of the operator: the oldest organisations, at most `limit`. */
export async function listOrganisations(limit: number): Promise<Organisation[]> {
  return (await findStoredOrganisations(limit)).map(toOrganisation);
}
