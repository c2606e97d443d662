import { Time } from "@/components/ui/values/time";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import type { FrameworkId } from "@/lib/domains/evidence/vocabulary";

/** What frameworks are called on pages, and for whom they are. */
export const frameworks: Record<FrameworkId, { name: string; issuer: string }> = {
  FCA_SS1_23: { name: "SS1/23", issuer: "Model risk management, Prudential Regulation Authority" },
  EU_AI_ACT_ANNEX_IV: { name: "EU AI Act, Annex IV", issuer: "Technical documentation of high-risk AI systems" },
  ISO_42001: { name: "ISO/IEC 42001", issuer: "AI management system" },
};

/** The name of a framework; one that is not known here is its own name. */
export function frameworkName(id: string): string {
  return Object.hasOwn(frameworks, id) ? frameworks[id as FrameworkId].name : id;
}

/** Until when the file of a package is kept; of one that a legal hold keeps beyond that, so. */
export function KeptUntil({ item: { expiresAt, held } }: { item: Pick<EvidencePackage, "expiresAt" | "held"> }) {
  if (!held) return <Time value={expiresAt} format="day" />;
  return (
    <>
      <Time value={expiresAt} format="day" />, and on by a legal hold
    </>
  );
}
