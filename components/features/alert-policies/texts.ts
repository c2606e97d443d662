/** Texts that several components use. */
export const common = {
  mute: "Mute",
  alertPolicies: "Alert policies",
  thePolicy: "the policy",
  rule: "Rule",
  cooldown: "Cooldown",
  emailRecipients: "E-mail recipients",
  alerts: "Alerts",
  alertSeverity: "Alert severity",
  lastAlert: "Last alert",
  noAlertsYet: "No alerts yet",
  alert: "Alert",
  newAlertPolicy: "New alert policy",
};

export const muteDialog = {
  policyMuted: "Policy muted.",
  chooseTimeFuture: "Choose a time in the future.",
  policyNotMuted: "Policy not muted",
  muteNamed: (name: string) => `Mute ${name}`,
  matchingEventsCounted: "Until the time below, matching events are counted, but no alerts are raised.",
  until: "Until",
};

export const policyDetail = {
  alertPolicy: "Alert policy",
  policyEnabled: "Policy enabled.",
  policyDisabled: "Policy disabled.",
  disableQuestion: (name: string) => ({
    title: `Disable “${name}”?`,
    body: "The policy will ignore events until you enable it again. Ignored events will not be evaluated later.",
  }),
  deleteQuestion: (name: string) => `Delete “${name}”?`,
  deleteBody:
    "The policy will stop raising alerts. Existing alerts will remain on the audit chain. You cannot undo this.",
  note: "Permanently deletes the policy. Its alerts are kept. To stop alerts temporarily, mute or disable the policy instead.",
  policyUnmuted: "Policy unmuted.",
  unmute: "Unmute",
  results: "Results",
  suppressedDuringCooldown: "Suppressed during cooldown",
  suppressedWhileMuted: "Suppressed while muted",
  sinceCreation: " since the policy was created",
  message: "Message",
  triggeredBy: "Triggered by",
  latestAlertsPolicy: "Latest alerts from this policy",
  emptyText: "The policy evaluates only events that are recorded after it was created or last changed.",
};

export const policyList = {
  pageDescription:
    "When an event matches a policy, the service records an alert on the audit chain and notifies your webhook endpoints and the recipients you choose.",
  noAlertPoliciesYet: "No alert policies yet",
  noAlertPoliciesText:
    "A policy can raise alerts for severe events, payload values beyond a threshold and frequent events. Preview a policy with past events before you save it.",
  mutedUntil: "Muted until",
};
