/** Texts that several components use. */
export const common = { register: "Register", modelName: "Model name", registeredModel: "Registered model" };

export const ruleDialog = {
  enterName: "Enter a service, provider or model name.",
  success: "Rule created. It applies to telemetry received from now on.",
  registerASource: "Register a source",
  newTelemetryRule: "New telemetry rule",
  createRule: "Create rule",
  ruleNotCreated: "Rule not created",
  service: { description: "Leave empty for all services", placeholder: "support-bot" },
  provider: { description: "Leave empty for all providers", placeholder: "openai" },
  model: { description: "Exact name, or a prefix followed by *", placeholder: "gpt-4o*" },
  registerANewModel: "Register a new model",
  newModelName: "Name of the new model",
  storePromptsAndCompletions: "Store prompts and completions",
  storePromptsCompletionsDescription: "When off, events contain only the SHA-256 hashes of prompts and completions.",
};

export const telemetryPage = {
  any: "Any",
  promptsAndCompletions: "Prompts and completions",
  telemetry: "Telemetry",
  telemetryDescription:
    "Assign OpenTelemetry data from your AI applications to registered models. Model calls, tool calls and agent steps are recorded as audit events.",
  newRule: "New rule",
  unregisteredSources: "Unregistered sources",
  unregisteredTelemetrySources: "Unregistered telemetry sources",
  noUnregisteredSources: "No unregistered sources",
  rules: "Rules",
  telemetryRules: "Telemetry rules",
  noRulesYet: "No rules yet",
  emptyText:
    "A rule assigns telemetry to a registered model. Without a matching rule, telemetry is recorded only if its service name or model name is the ID of a registered model.",
  firstSeen: "First seen",
  lastSeen: "Last seen",
  registerModel: (model: string, service: string) => `Register ${model || service || "source"}`,
  delete: "Delete",
  deleteTheRuleFor: (name: string) => `Delete the rule for ${name}`,
  deleteBody: "Telemetry that matches neither another rule nor a model ID will be rejected. Recorded events are kept.",
  deleteRule: "Delete rule",
  deleteQuestion: (name: string) => `Delete the rule for ${name}?`,
  ruleDeleted: "Rule deleted.",
};
