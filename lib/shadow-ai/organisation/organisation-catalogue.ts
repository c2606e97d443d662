import type { Transaction } from "@/lib/db";
import { type Catalogue, makeCatalogue } from "@/lib/shadow-ai/catalogue";
import { findOverrides } from "@/lib/shadow-ai/organisation/settings-store";

/** The catalogue as the organisation has it: the data, and what it knows better. */
export async function organisationCatalogue(tx: Transaction | undefined, organisationId: string): Promise<Catalogue> {
  return makeCatalogue(await findOverrides(tx, organisationId));
}
