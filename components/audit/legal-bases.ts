import type { legalBases } from "@/lib/audit-chain/erasure/erasure-record";
import { wordsOf } from "@/lib/client/format";

/** What the grounds of an erasure are called. */
export const legalBasisNames: Record<(typeof legalBases)[number], string> = {
  GDPR_ART_17: "GDPR, article 17",
  UK_GDPR_ART_17: "UK GDPR, article 17",
  COURT_ORDER: "Order of a court",
  REGULATOR_ORDER: "Order of a regulator",
  CONTRACTUAL_OBLIGATION: "Obligation of a contract",
  OTHER: "Another ground",
};

/** A ground in words; of one that is not known here, its own name. */
export function legalBasisText(legalBasis: string): string {
  return Object.entries(legalBasisNames).find(([name]) => name === legalBasis)?.[1] ?? wordsOf(legalBasis);
}
