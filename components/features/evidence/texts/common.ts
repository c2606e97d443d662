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
