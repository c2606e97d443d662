import { nameOfActor } from "@/lib/domains/audit-chain/enums";
import type { legalBases } from "@/lib/domains/audit-chain/erasure/erasure-record";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { countedText, countText, labelOf } from "@/lib/platform/client/format";

export function actorName({ actor }: Pick<AuditEvent, "actor">): string {
  return actor ? nameOfActor(actor) : "Erased";
}

/** How far the chain is verified, in the same words on every page. */
export const verifiedExtent = {
  intact: (position: number) => `The chain is intact through #${countText(position)}`,
  newer: (events: number) =>
    events <= 0 ? "No newer events." : `${countedText(events, "newer event is", "newer events are")} not verified yet.`,
  lastSuccess: (position: number) => `The last successful verification covered events through #${countText(position)}`,
};

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** The difference between the time the sender states (`timestamp`) and the time of receipt (`recordedAt`), if over 24 hours. */
export function receiptDelay({ timestamp, recordedAt }: { timestamp: string; recordedAt: string }): string | null {
  const ms = Date.parse(recordedAt) - Date.parse(timestamp);
  if (!(Math.abs(ms) > dayMs)) return null;
  const days = Math.floor(Math.abs(ms) / dayMs);
  const hours = Math.floor((Math.abs(ms) % dayMs) / hourMs);
  const length = days < 3 ? `${days * 24 + hours} hours` : `${days} days`;
  return `Recorded ${length} ${ms > 0 ? "later" : "earlier"}`;
}

export const legalBasisNames: Record<(typeof legalBases)[number], string> = {
  GDPR_ART_17: "GDPR Article 17",
  UK_GDPR_ART_17: "UK GDPR Article 17",
  COURT_ORDER: "Court order",
  REGULATOR_ORDER: "Regulatory order",
  CONTRACTUAL_OBLIGATION: "Contractual obligation",
  OTHER: "Other",
};

export function legalBasisText(legalBasis: string): string {
  return Object.entries(legalBasisNames).find(([name]) => name === legalBasis)?.[1] ?? labelOf(legalBasis);
}
