import type { OrganisationContext } from "@/lib/context";
import type { Tier } from "@/lib/tiers";

type Figures = Record<Tier, number>;

/** Requests a minute (specification, "Limits"; the two published figures for reading audit events both hold). */
const figures = {
  auditList: { STARTER: 100, PROFESSIONAL: 500, ENTERPRISE: 20_000, FOUNDING_PARTNER: 20_000 },
  reads: { STARTER: 200, PROFESSIONAL: 2_000, ENTERPRISE: 20_000, FOUNDING_PARTNER: 20_000 },
  writes: { STARTER: 100, PROFESSIONAL: 1_000, ENTERPRISE: 10_000, FOUNDING_PARTNER: 10_000 },
  evidence: { STARTER: 20, PROFESSIONAL: 200, ENTERPRISE: 2_000, FOUNDING_PARTNER: 2_000 },
  reports: { STARTER: 10, PROFESSIONAL: 50, ENTERPRISE: 500, FOUNDING_PARTNER: 500 },
} as const satisfies Record<string, Figures>;

/**
 * The buckets. An organisation has one of each a minute. What the specification's table does not name reads as
 * `GET /audit/*` and writes as `POST /audit`, in a bucket of its own.
 */
export const rateClasses = {
  "audit.list": figures.auditList,
  "audit.read": figures.reads,
  "audit.write": figures.writes,
  "audit.verify": figures.reads,
  "models.read": figures.reads,
  "models.write": figures.writes,
  "shadow-ai.read": figures.reads,
  "shadow-ai.write": figures.writes,
  "sensors.write": figures.writes,
  "webhooks.read": figures.reads,
  "webhooks.write": figures.writes,
  "integrations.read": figures.reads,
  "integrations.write": figures.writes,
  "integrations.receive": figures.writes,
  "alert-policies.read": figures.reads,
  "alert-policies.write": figures.writes,
  "erasures.write": figures.writes,
  "legal-holds.read": figures.reads,
  "legal-holds.write": figures.writes,
  "api-keys.read": figures.reads,
  "api-keys.write": figures.writes,
  "evidence.read": figures.reads,
  "evidence.write": figures.evidence,
  "reports.read": figures.reads,
  "reports.write": figures.reports,
  "activity.read": figures.reads,
  "other.read": figures.reads,
  "other.write": figures.writes,
} as const satisfies Record<string, Figures>;

export type RateClass = keyof typeof rateClasses;

/** Failed authentications an address may make a minute before it is answered 429. */
export const anonymousLimit = 60;

/** Units a minute that the organisation has in a bucket: its own figure where it has one, else its tier's. */
export function limitFor(organisation: OrganisationContext, rateClass: RateClass): number {
  return organisation.rateLimitOverrides[rateClass] ?? rateClasses[rateClass][organisation.tier];
}
