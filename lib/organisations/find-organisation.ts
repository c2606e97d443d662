import type { Organisation } from "@/lib/organisations/schemas";
import { findStoredOrganisation } from "@/lib/organisations/store";
import { toOrganisation } from "@/lib/organisations/to-organisation";

/** For programs of the operator: a request knows its organisation by its key. */
export async function findOrganisation(id: string): Promise<Organisation | undefined> {
  const stored = await findStoredOrganisation(id);
  return stored ? toOrganisation(stored) : undefined;
}
