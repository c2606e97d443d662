import type { EventType } from "@/lib/domains/audit-chain/enums";
import type { FrameworkId } from "@/lib/domains/evidence/enums";

/** How much an event of a type says about what it is mapped to. */
type Strength = "strong" | "supporting";

/**
 * A member of a payload with the words it may say. Case and punctuation do not count (`riskTier`, `RISK_TIER`); `*` at
 * an end stands for anything; booleans are `true` and `false`.
 */
export interface Saying {
  key: string;
  words: readonly string[];
}

/** A type of event as evidence: of what it is evidence, and by which members of its payload. */
export interface EvidenceRule {
  type: EventType;
  strength: Strength;
  /**
   * At least one of these members must be present and not empty. Empty if every event counts. Dots name nested members.
   */
  keys: readonly string[];
  /** If set, at least one of these members must also have one of its words. */
  saying?: readonly Saying[];
}

/** Other names of members with the same meaning, by event type: `{ ALERT: { value: ["observed"] } }`. */
export type KeyNames = Readonly<Record<EventType, Readonly<Record<string, readonly string[]>>>>;

/** A requirement of the framework, paraphrased. */
export interface Requirement {
  /** As the framework numbers it: `2`, `3.4`, `A.6.2.8`. */
  id: string;
  /** Its principle, clause or group of controls. */
  group: string;
  title: string;
  /** One to three sentences: what is asked. A paraphrase, never the framework's text. */
  text: string;
  /** Sections of the package in which it is reported; at least one. */
  sections: readonly string[];
  /** Events that are evidence of it. If several rules match an event, it counts once, as strong if one of them is. */
  rules: readonly EvidenceRule[];
  /** The document that must be supplied because events cannot show it, and by whom. Required if there are no rules. */
  document?: string;
  /** Whether it is counted in the framework's denominator (ISO/IEC 42001 counts controls; its clauses are shown beside). */
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
  /** Types of events that land in this section, the strong ones first. */
  eventTypes: readonly { type: EventType; strength: Strength; shows: string }[];
}

/** A framework and its mapping. Versioned, because verification recomputes the coverage of old packages. */
export interface Framework {
  id: FrameworkId;
  /** `PRA SS1/23: Model risk management principles for banks`. */
  name: string;
  /** `PRA SS1/23`. */
  shortName: string;
  /** The issuing body and the edition. */
  issuer: string;
  edition: string;
  /** Version of this mapping, not of the framework: `2026-11-20`. */
  mappingVersion: string;
  /** The unit of the denominator: `points`, `sub-principles`, `controls`. */
  countedAs: string;
  /** How the package relates to the framework. Never claims compliance. */
  statement: string;
  sections: readonly FrameworkSection[];
  requirements: readonly Requirement[];
  /** Names that the rules accept beside their own. */
  keyNames: KeyNames;
}
