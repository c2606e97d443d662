import { z } from "zod";
import { type EventType, eventTypes } from "@/lib/domains/audit-chain/enums";
import type { FrameworkId } from "@/lib/domains/evidence/enums";

/** Tests of a field. */
const memberTests = [
  /** Carries information. */
  "present",
  /** Is one of a list of words. */
  "says",
  /** Is present and states that nothing exists (null, empty, or "none"). A missing field does not match. */
  "none",
  /** A date before the end of the period. */
  "past",
  /** Names a review of the kind in `words`. A review without a kind is a case review. */
  "reviewKind",
] as const;

/** Comparisons of several fields of one payload (`collect/payload-tests.ts`). */
const payloadTests = [
  "metricBeyondThreshold",
  "noLawfulBasis",
  "sameApprover",
  "otherApprover",
  "scopeWidened",
] as const;
export type PayloadTest = (typeof payloadTests)[number];

/** A test of a payload. Names of members are those of the table in docs/evidence.md; dots name nested members. */
export const Condition = z.strictObject({
  /** At least one of these members must meet the test. Empty for tests that compare members with each other. */
  keys: z.array(z.string()).default([]),
  test: z.enum([...memberTests, ...payloadTests]),
  /** For `says` and `reviewKind`. Case and punctuation are ignored. `*` at an end matches anything. */
  words: z.array(z.string()).exactOptional(),
  isNegated: z.literal(true).exactOptional(),
});
export type Condition = z.infer<typeof Condition>;

/** A kind of evidence: events of one type whose content meets all conditions. */
export interface EvidenceKind {
  id: string;
  type: EventType;
  /** A plural noun phrase that continues a sentence: `tests that met their thresholds`. */
  label: string;
  conditions: readonly Condition[];
  /** Ids of earlier kinds of the same type: an event of one of them is not also of this kind. */
  unless: readonly string[];
}

/**
 * How evidence of a kind counts towards a requirement. `adverse` contradicts it. `reference` names a document that
 * the requirement needs, without supplying it.
 */
export type Weight = "strong" | "supporting" | "adverse" | "reference";

export interface EvidenceRule {
  /** Id of the kind. */
  kind: string;
  weight: Weight;
}

/** Other names of members with the same meaning, by event type: `{ ALERT: { value: ["observed"] } }`. */
export const KeyNames = z.record(z.enum(eventTypes), z.record(z.string(), z.array(z.string())));
export type KeyNames = z.infer<typeof KeyNames>;

/** A requirement of the framework, paraphrased. */
export interface Requirement {
  /** As the framework numbers it: `2`, `2(g)`, `3.4`, `A.6.2.8`. */
  id: string;
  /** Its principle, clause or group of controls. */
  group: string;
  title: string;
  /** One to three sentences. A paraphrase, never the framework's text. */
  text: string;
  /** Why these kinds of evidence count as they do. */
  basis: string;
  /** Sections of the package in which it is reported; at least one. */
  sections: readonly string[];
  /** If several kinds match an event, it counts once: as adverse if one of them is, else as strong if one of them is. */
  rules: readonly EvidenceRule[];
  /** The document that must be supplied because events cannot show it, and by whom. Without it, only rules decide. */
  document?: string;
  /** Whether it is counted in the framework's denominator. Clauses of ISO/IEC 42001 and sub-points of Annex IV are not. */
  counted: boolean;
}

export interface FrameworkSection {
  /** As `sections` of a request names it. */
  id: string;
  title: string;
  /** One or two sentences on the section and how the framework refers to it. */
  summary: string;
  /** The framework's name for these parts: `Annex IV points 5 and 3; Articles 9, 15, 20, 27, 73`. */
  reference: string;
  /** Types of events that support its requirements, the strong ones first; derived from the rules. */
  eventTypes: readonly { type: EventType; strength: "strong" | "supporting"; shows: string }[];
}

/** A framework and its mapping. Versioned, because verification recomputes the coverage of packages. */
export interface Framework {
  id: FrameworkId;
  /** `PRA SS1/23: Model risk management principles for banks`. */
  name: string;
  /** Title of the package, on its cover. */
  packageTitle: string;
  /** `PRA SS1/23`. */
  shortName: string;
  /** The issuing body and the edition. */
  issuer: string;
  edition: string;
  /** Version of this mapping, not of the framework: `2026-11-28`. */
  mappingVersion: string;
  /** The unit of the denominator: `points`, `sub-principles`, `controls`. */
  countedAs: string;
  /** How the package relates to the framework. Never claims compliance. */
  statement: string;
  /** The retention period of the framework, if it states one. */
  retention?: { years: number; text: string } | undefined;
  sections: readonly FrameworkSection[];
  requirements: readonly Requirement[];
  kinds: readonly EvidenceKind[];
  /** Aliases that the conditions accept. */
  keyNames: KeyNames;
}
