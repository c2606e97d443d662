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
