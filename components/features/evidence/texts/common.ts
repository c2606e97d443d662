import { countText } from "@/lib/platform/client/format";

export const coverage = {
  evidenced: (number: number, total: number) => `${countText(number)} of ${countText(total)} evidenced`,
  notCounted: (others: number, counts: string) =>
    `Not counted (sub-points or clauses): ${countText(others)} (${counts}).`,
  documentSupplied: "Document supplied",
  documentsNote: "A supplied document changes the status of a control only if events cannot support it.",
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
