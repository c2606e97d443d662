import type { DocumentCounts } from "@/lib/domains/evidence/schemas";
import { countedText, countText } from "@/lib/platform/client/format";

/** The requirements that are not counted, by the unit of the others. */
const uncounted: Record<string, string> = { points: "sub-point", controls: "clause" };

export const coverage = {
  evidenced: (number: number, total: number) => `${countText(number)} of ${countText(total)} evidenced`,
  withStatus: (controls: number, status: string) => `${countText(controls)} ${status.toLowerCase()}`,
  total: (total: number, countedAs: string) => `${countText(total)} ${countedAs}`,
  heading: (total: number, countedAs: string) => `${countText(total)} ${countedAs}:`,
  others: (others: number, countedAs: string) => countedText(others, uncounted[countedAs] ?? "other requirement"),
  notCounted: (others: string, counts: string) => `Not counted: ${others} (${counts}).`,
  documentSupplied: "Document supplied",
  documentMissing: "Missing: document",
  documentsSupplied: ({ supplied, needed }: DocumentCounts) =>
    `Documents: ${countText(supplied)} of ${countText(needed)} supplied`,
  adverse: "A control is “Adverse” if any event records a problem with its subject, such as a failed test.",
  howCounted: "How coverage is counted",
  rules: [
    "A control is “Evidenced” if it has strong evidence, has no adverse events and needs no document.",
    "Strong evidence is an event that addresses a control directly and was recorded within 30 days after it happened.",
    "Adverse events take precedence. Any other control that events support is “Partial”.",
    "A document changes the status only if events cannot support the control. The service does not assess documents.",
  ],
};

/** Texts that several components use. */
export const common = {
  validFromProblem: "The first day must not be after the last day.",
  allModels: "All models",
  requirement: "Requirement",
  signedBy: "Signed by",
  supplyDocument: "Supply document",
  sections: "Sections",
  pages: "Pages",
  retainedUntil: "Retained until",
};
