import type { LegalHold } from "@/lib/legal-holds/schemas";
import { findHoldsDuring } from "@/lib/legal-holds/store";
import { toHold } from "@/lib/legal-holds/to-hold";

/** The holds of an organisation that stood at some time of a period, both ends inclusive; the oldest first. */
export async function listHoldsDuring(
  organisationId: string,
  { from, to }: { from: string; to: string },
): Promise<LegalHold[]> {
  return (await findHoldsDuring(organisationId, { from: new Date(from), to: new Date(to) })).map(toHold);
}
