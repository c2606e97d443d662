/** The framework names of the API. The PRA issued SS1/23; the specification defines its name here. */
export const frameworkIds = ["FCA_SS1_23", "EU_AI_ACT_ANNEX_IV", "ISO_42001"] as const;
export type FrameworkId = (typeof frameworkIds)[number];

export const packageFormats = ["PDF", "JSON"] as const;
export type PackageFormat = (typeof packageFormats)[number];

export const packageStatuses = ["GENERATING", "READY", "FAILED", "EXPIRED"] as const;
export type PackageStatus = (typeof packageStatuses)[number];

/** The results of a verification, with the same names in the API, the programs and the clients. */
export const verificationStatuses = [
  "intact",
  "content_intact",
  "unknown_signer",
  "not_witnessed",
  "outdated",
  "tampered",
  "unusable",
] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** The steps of a generation, in order. */
export const generationSteps = ["collect", "verify", "render", "sign", "store", "publish"] as const;
export type GenerationStep = (typeof generationSteps)[number];

/**
 * How far events support a requirement; the one that needs attention first. SUPPLIED: a document that the organisation
 * supplied replaces events.
 */
export const coverageStatuses = [
  "ADVERSE",
  "EVIDENCED",
  "PARTIAL",
  "SUPPLIED",
  "NO_EVENTS_IN_PERIOD",
  "NOT_EVIDENCED_BY_EVENTS",
  "OUT_OF_SCOPE",
] as const;
export type CoverageStatus = (typeof coverageStatuses)[number];

/**
 * Listed events are shown in full. Of the others only the header is shown: withheld on request, outside the period but
 * needed to show that no event is missing, or erased on a legal request.
 */
export const disclosures = ["listed", "withheld", "outside_period", "erased"] as const;
export type Disclosure = (typeof disclosures)[number];

/** Whether the stored chain was intact. NOT_VERIFIED: the content or the links of events were not checked. */
export const integrityStatuses = ["INTACT", "NOT_INTACT", "NOT_VERIFIED"] as const;
export type IntegrityStatus = (typeof integrityStatuses)[number];

/** The subject of a HUMAN_REVIEW. Each kind has its own denominator: a validation overrides no decision. */
export const reviewKinds = ["caseReview", "validation", "approval", "incidentDecision", "other"] as const;
export type ReviewKind = (typeof reviewKinds)[number];

/** How a review ended. `other`: it states a different outcome. */
export const reviewOutcomes = [
  "confirmed",
  "overridden",
  "escalated",
  "stopped",
  "approved",
  "rejected",
  "other",
] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];

/** Classes of the time from an event's own time to its receipt: up to a minute, an hour, a day, 7 or 30 days, longer. */
export const lagClasses = ["minute", "hour", "day", "week", "month", "longer"] as const;
export type LagClass = (typeof lagClasses)[number];
