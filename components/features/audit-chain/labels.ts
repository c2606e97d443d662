import type { legalBases } from "@/lib/domains/audit-chain/erasure/erasure-record";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { labelOf } from "@/lib/platform/client/format";

/** Who did what an event records, in a word; of an erased one nobody knows. */
export function actorName({ actor }: Pick<AuditEvent, "actor">): string {
  return actor ? (actor.displayName ?? actor.id) : "Erased";
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * Says by how much an event's two times differ, where that is more than 24 hours: `timestamp` is when it happened, as the sender
 * says, and `recordedAt` is when the service received it.
 */
export function receiptDelay({ timestamp, recordedAt }: { timestamp: string; recordedAt: string }): string | null {
  const ms = Date.parse(recordedAt) - Date.parse(timestamp);
  if (!(Math.abs(ms) > dayMs)) return null;
  const days = Math.floor(Math.abs(ms) / dayMs);
  const hours = Math.floor((Math.abs(ms) % dayMs) / hourMs);
  const length = days < 3 ? `${days * 24 + hours} hours` : `${days} days`;
  return ms > 0 ? `Recorded ${length} later` : `Recorded ${length} earlier`;
}

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
  return Object.entries(legalBasisNames).find(([name]) => name === legalBasis)?.[1] ?? labelOf(legalBasis);
}
