import type { FrameworkId } from "@/lib/domains/evidence/enums";

/** The retention period that a framework states for its documentation. */
interface Retention {
  years: number;
  text: string;
}

export const frameworkRetention: Partial<Record<FrameworkId, Retention>> = {
  EU_AI_ACT_ANNEX_IV: {
    years: 10,
    text: "Article 18(1), where it applies, requires providers to keep the technical documentation at the disposal of the national competent authorities for ten years after the system has been placed on the market or put into service. Under Article 18(3), providers that are financial institutions with internal governance requirements under Union financial services law keep it as part of the documentation required by that law. Automatically generated logs have separate minimum periods: Article 19 for providers, Article 26(6) for deployers.",
  },
};

const warnings: Partial<Record<FrameworkId, string>> = {
  EU_AI_ACT_ANNEX_IV:
    "This package is stored for less than ten years. If it is kept with the technical documentation, keep a copy until the period in Article 18(1) ends.",
};

/** A warning if a package is stored for less than the framework's period; null otherwise. */
export function retentionWarning(
  framework: FrameworkId,
  { generatedAt, expiresAt }: { generatedAt: string; expiresAt: string },
): string | null {
  const retention = frameworkRetention[framework];
  if (!retention) return null;
  const needed = new Date(generatedAt);
  needed.setUTCFullYear(needed.getUTCFullYear() + retention.years);
  return Date.parse(expiresAt) < needed.getTime() ? (warnings[framework] ?? null) : null;
}
