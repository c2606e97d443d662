import type { CoveredPeriod, ReportKind } from "@/lib/reports/vocabulary";

/** What each kind of report says. */
export const kindWords: Readonly<Record<ReportKind, string>> = {
  "audit-activity": "Events by day, type, severity, model and actor; alerts, reviews, overrides and changes",
  "shadow-ai": "What was opened and decided, how long it took, by provider and department, with cost and exceptions",
  "chain-integrity": "Verifications, checkpoints, findings, erasures and holds; the whole chain is verified for it",
};

export const coverWords: Readonly<Record<CoveredPeriod, string>> = {
  PREVIOUS_DAY: "The day before",
  PREVIOUS_WEEK: "The week before",
  PREVIOUS_MONTH: "The month before",
  PREVIOUS_QUARTER: "The quarter before",
};
