import { countText } from "@/lib/platform/client/format";

export const coverage = {
  evidenced: (number: number, total: number) => `${countText(number)} of ${countText(total)} evidenced`,
  notCounted: (others: number, counts: string) =>
    `Not counted (sub-points or clauses): ${countText(others)} (${counts}).`,
  ofTotal: (total: number, countedAs: string) => `of ${countText(total)} ${countedAs}`,
  documentSupplied: "Document supplied",
  documentsSupplied: (supplied: number, needed: number) =>
    `Documents: ${countText(supplied)} of ${countText(needed)} supplied`,
  documentsNote:
    "A control that needs a document is never “Evidenced”, because the service does not assess documents. Supplying a document changes the status of a control only if events cannot support it.",
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
