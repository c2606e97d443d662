export const requestForm = {
  periodReversed: "The first day must not be after the last day.",
  selectAModel: "Select a model.",
  enterPeriod: "Enter the first and last day of the period.",
  periodTooLong: (periodYearsMax: number) => `The period must not exceed ${periodYearsMax} years.`,
  selectSection: "Select at least one section.",
};

/** Contains common terms, because the page is close to its limit of JavaScript. */
export const requestWizard = {
  evidence: "Evidence",
  framework: "Framework",
  model: "Model",
  stepTitle: (step: number, steps: number, title: string) => `Step ${step} of ${steps}: ${title}`,
  scope: "Scope",
  contents: "Period and sections",
  review: "Review",
  newEvidencePackage: "New evidence package",
  requestFailed: "The package could not be requested",
  back: "Back",
  generatePackage: "Generate package",
  next: "Next",
  ownModelsOnly: "Your role allows you to generate evidence only for models that you own",
};
