/** Texts that several components use. */
export const common = {
  riskTier: "Risk tier",
  owner: "Owner",
  allowedHosts: "Allowed hosts",
  registerModel: "Register model",
};

export const modelDetail = {
  theModel: "the model",
  restore: "Restore",
  archive: "Archive",
  archiveBody: "An archived model accepts no new events. Recorded events are kept, and you can restore the model.",
  archiveQuestion: (name: string) => `Archive “${name}”?`,
  archived: (name: string) => `Model “${name}” archived.`,
  restored: (name: string) => `Model “${name}” restored.`,
  registered: "Registered",
  noAllowedHosts: "None. Every use of an external AI service is treated as shadow AI.",
  allDepartments: "All departments",
  fromIpRanges: (ipRanges: string) => `, from ${ipRanges}`,
  viewCatalogue: "View catalogue",
};

export const modelDialog = {
  updated: (name: string) => `Model “${name}” updated.`,
  registered: (name: string) => `Model “${name}” registered.`,
  editNamed: (name: string) => `Edit ${name}`,
  register: "Register",
  modelNotSaved: "Model not saved",
  providerDescription: "The provider's name in the catalogue",
  ownerPlaceholder: "name@example.com",
  allowedHostsNote:
    "Use of these hosts is not treated as shadow AI. Leave departments or IP ranges empty to allow all of them.",
  host: "host",
  hostField: { label: "Host", placeholder: "api.example.com" },
  departments: { label: "Departments", placeholder: "Risk, Finance" },
  ipRanges: "IP ranges",
};

export const modelList = {
  pageDescription: "Models that your organisation governs. Each model has its own events, evidence and allowed hosts.",
  searchByName: "Search by name",
  archived: "Archived",
  active: "Active",
  empty: { title: "No models yet", text: "Register a model to record its events and collect evidence." },
  noOwner: "No owner",
};

export const modelLists = {
  latestEvents: "Latest events for this model",
  noEvents: { title: "No events yet", text: "Use the API to send events for this model." },
  newEvidencePackage: "New evidence package",
  evidencePackages: "Evidence packages for this model",
  noEvidence: { title: "No evidence yet", text: "Generate an evidence package for a regulator or auditor." },
  onboarded: "Onboarded",
  onboardedFromShadowAi: "Onboarded from shadow AI",
  onboardedDetections: "Detections resolved by onboarding to this model",
  noDetections: {
    title: "No onboarded detections",
    text: "Detections that are resolved by onboarding to this model appear here.",
  },
};
