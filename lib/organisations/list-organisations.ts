import type { Organisation } from "@/lib/organisations/schemas";
import { findOrganisationsBehind, findStoredOrganisations } from "@/lib/organisations/store";
import { toOrganisation } from "@/lib/organisations/to-organisation";

/** For programs of the operator: the oldest organisations, at most `limit`. */
export async function listOrganisations(limit: number): Promise<Organisation[]> {
  return (await findStoredOrganisations(limit)).map(toOrganisation);
}

/** Maintenance over all organisations: the next of them by their ids, behind `after`, at most `limit`. */
export async function listOrganisationsBehind(after: string, limit: number): Promise<Organisation[]> {
  return (await findOrganisationsBehind(after, limit)).map(toOrganisation);
}
