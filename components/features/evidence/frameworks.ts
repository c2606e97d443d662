import type { FrameworkId } from "@/lib/domains/evidence/enums";
import { labelOf } from "@/lib/platform/client/format";

export const frameworks: Record<FrameworkId, { name: string; issuer: string }> = {
  FCA_SS1_23: { name: "SS1/23", issuer: "Model risk management, Prudential Regulation Authority" },
  EU_AI_ACT_ANNEX_IV: { name: "EU AI Act, Annex IV", issuer: "Technical documentation of high-risk AI systems" },
  ISO_42001: { name: "ISO/IEC 42001", issuer: "AI management system" },
};

/** Falls back to the ID for a framework this release does not know. */
export function frameworkName(id: string): string {
  return Object.hasOwn(frameworks, id) ? frameworks[id as FrameworkId].name : id;
}

/** Section titles that cannot be derived from the section IDs. */
const sectionTitles: Record<string, string> = {
  DATA_GOVERNANCE: "Data and data governance",
  DEVELOPMENT_IMPLEMENTATION_USE: "Model development, implementation and use",
  INDEPENDENT_VALIDATION: "Independent model validation",
  LEADERSHIP_POLICY_ROLES: "Leadership, policy and roles",
  MODEL_IDENTIFICATION_CLASSIFICATION: "Model identification and model risk classification",
  PERFORMANCE_EVALUATION_IMPROVEMENT: "Performance evaluation and improvement",
  POST_MARKET_MONITORING: "Post-market monitoring",
  THIRD_PARTY_RELATIONSHIPS: "Third-party and customer relationships",
};

/** `Leadership, policy and roles` of `LEADERSHIP_POLICY_ROLES`, as in the framework's mapping. */
export function sectionTitle(id: string): string {
  return Object.hasOwn(sectionTitles, id) ? (sectionTitles[id] ?? id) : labelOf(id);
}
