import { countedText, countText, labelOf } from "@/lib/platform/client/format";

export const policyEditor = {
  updated: (name: string) => `Policy “${name}” updated.`,
  created: (name: string) => `Policy “${name}” created.`,
  policyNotSaved: "Policy not saved",
  namePlaceholder: "Low confidence in production",
  descriptionPlaceholder: "Instructions for the recipients",
  create: "Create",
  editAlertPolicy: "Edit alert policy",
};

export const policyForm = {
  enterAThreshold: "Enter a threshold.",
  enterThePayloadField: "Enter the payload field.",
  enterTheTimeWindow: "Enter the time window.",
  enterNumberEvents: "Enter the number of events.",
  setCondition: "Set at least one condition. Otherwise, every event would raise an alert.",
  enterTheCooldown: "Enter the cooldown.",
};

export const ruleFields = {
  types: { label: "Types", description: "Leave empty to match all types" },
  any: "Any",
  orAbove: (severity: string) => `${labelOf(severity)} or above`,
  tags: { label: "Tags", placeholder: "prod, uk", description: "Comma-separated. Events must have all of these tags." },
  anyModel: "Any model",
  selectModels: "Select models",
  payloadValue: "Payload value",
  field: "Field",
  fieldPlaceholder: "confidence",
  fieldDescription: "Use dots for nested fields, for example metrics.psi",
  condition: "Condition",
  threshold: "Threshold",
  frequency: "Frequency",
  minimumEvents: { label: "Minimum events", placeholder: "Every event" },
  timeWindowMinutes: "Time window (minutes)",
  countEvents: "Count events",
  perModel: "Per model",
  acrossAllModels: "Across all models",
  cooldownMinutes: "Cooldown (minutes)",
  cooldownMinutesDescription:
    "Applies to each model separately, or to all models together if events are counted across models",
  emailRecipientsPlaceholder: "model-risk@example.com",
  emailRecipientsDescription: "Up to 10 comma-separated addresses. Recipients do not have to be members.",
};

export const rulePreview = {
  last24Hours: "Last 24 hours",
  last7Days: "Last 7 days",
  last31Days: "Last 31 days",
  previewTitle: "Preview with past events",
  previewPeriod: "Preview period",
  setCondition: "Set a condition to see which past events would have raised an alert.",
  thePreviewFailed: "The preview failed",
  thePreview: "the preview",
  noAlerts: "No alerts",
  suppressedDuringCooldown: (suppressed: number) =>
    ` ${countedText(suppressed, "alert")} would have been suppressed during cooldown.`,
  beforeThePolicy:
    "The preview also evaluates events that were recorded before the policy was created or last changed.",
  showingTheFirst: (count: number) => `Showing the first ${countText(count)} events.`,
};
