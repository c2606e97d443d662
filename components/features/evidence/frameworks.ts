import type { FrameworkId } from "@/lib/domains/evidence/enums";

export const frameworks: Record<FrameworkId, { name: string; issuer: string }> = {
  FCA_SS1_23: { name: "SS1/23", issuer: "Model risk management, Prudential Regulation Authority" },
  EU_AI_ACT_ANNEX_IV: { name: "EU AI Act, Annex IV", issuer: "Technical documentation of high-risk AI systems" },
  ISO_42001: { name: "ISO/IEC 42001", issuer: "AI management system" },
};

/** Falls back to the ID for a framework this release does not know. */
export function frameworkName(id: string): string {
  return Object.hasOwn(frameworks, id) ? frameworks[id as FrameworkId].name : id;
}
