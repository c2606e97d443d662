import { countedText, countText, labelOf, timeText } from "@/lib/platform/client/format";

/** Texts that several components use. */
export const common = {
  riskTier: "Risk tier",
  owner: "Owner",
  allowedHosts: "Allowed hosts",
  registered: "Registered",
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
  noAllowedHosts: "None. Every use of an external AI service is treated as shadow AI.",
  allDepartments: "All departments",
  fromIpRanges: (ipRanges: string) => `, from ${ipRanges}`,
  viewCatalogue: "View catalogue",
};

export const modelList = {
  pageDescription: "Models that your organisation governs.",
  searchByName: "Search by name",
  archived: "Archived",
  active: "Active",
  unresolvedAlerts: "Unresolved alerts",
  atLeast: (alerts: number) => `At least ${countText(alerts)}`,
  openIssues: "Open issues",
  openIssuesFound: (issues: number) => countedText(issues, "open issue"),
  failedChecks: (checks: number) => countedText(checks, "failed check"),
  notAllRead: "Not all reviews, deployments and alerts were checked.",
  severeNotRead: "High-severity and critical events other than alerts were not checked.",
  nextReview: "Next review",
  wasDue: (day: string) => `Was due ${day}`,
  noneFound: "None found",
  eventsWithoutModel: "Organisation events, without a model:",
  empty: { title: "No models yet", text: "Register a model to record its events and collect evidence." },
};

export const modelLists = {
  latestEvents: "Latest events for this model",
  eventOrder: "Newest recorded first.",
  noEvents: { title: "No events yet", text: "Use the API to send events for this model." },
  newEvidencePackage: "New evidence package",
  viewAllPackages: "View all packages",
  latestPackages: "the latest evidence packages",
  controls: "Controls",
  controlsOf: (framework: string) => `Controls of ${framework}`,
  noPackageYet: "No package yet",
  latestPackagePerFramework: "The latest package for each framework",
  onboarded: "Onboarded",
  onboardedFromShadowAi: "Onboarded from shadow AI",
  onboardedDetections: "Detections resolved by onboarding to this model",
  noDetections: {
    title: "No onboarded detections",
    text: "Detections that are resolved by onboarding to this model appear here.",
  },
};

export const modelStatus = {
  title: "Does the evidence support running this model?",
  theChecks: "the checks of this model",
  basis:
    "This answer is based on the registration and the recorded events of this model. Your organisation makes the decision.",
  searched:
    "The latest 100 reviews were checked. Earlier reviews were only searched for validations, approvals and stops.",
  results: { passed: "Passed:", attention: "Needs attention:", failed: "Failed:", none: "Information only:" },
  event: (position: number) => `event #${countText(position)}`,
  viewEvents: "View in audit trail",
};

export const modelAnswers = {
  yes: "Yes. The checks found no open issues.",
  no: "No.",
  notFully: "Partially.",
  failed: (names: readonly string[]) => `Failed ${names.length === 1 ? "check" : "checks"}: ${names.join(", ")}.`,
  open: (names: readonly string[]) => `Open ${names.length === 1 ? "issue" : "issues"}: ${names.join(", ")}.`,
};

/** The names of the issues in the answer. `subject` is one of `subjects`, or a field of the registration. */
export const modelIssues = {
  subjects: {
    validation: "validation",
    approval: "approval",
    stop: "stop",
    deployment: "deployment",
    driftAlert: "drift alert",
  },
  archived: "model archived",
  notRecorded: (subject: string) => `no ${subject} recorded`,
  notFound: (subject: string) => `no ${subject} found`,
  notVerified: (subject: string) => `latest ${subject} not verified`,
  earlierRecords: "earlier records not checked",
  noOutcome: (subject: string) => `${subject} without an outcome`,
  withConditions: (subject: string) => `${subject} with conditions`,
  denied: (subject: string, outcome: string) => `${subject} ${labelOf(outcome).toLowerCase()}`,
  outcome: (subject: string, outcome: string) => `${subject} outcome “${labelOf(outcome)}”`,
  versionNotRecorded: (subject: string) => `${subject} without a version`,
  otherVersion: (subject: string) => `${subject} of another version`,
  notIndependent: "validation not independent",
  independenceNotRecorded: "independence of validation not recorded",
  reviewOverdue: "review overdue",
  dueDateNotRecorded: "no next review date recorded",
  deploymentNotApproved: "deployment recorded as not approved",
  latestNotApproved: "latest deployment not approved",
  otherVersionDeployed: "other version deployed",
  stopped: (isStopped: boolean) => `${isStopped ? "stopped" : "rejected"} without a later approval`,
  unresolvedAlerts: (open: number, severe: number, isPart: boolean) =>
    `${isPart ? "at least " : ""}${countedText(open, "unresolved alert")}${severeText(open, severe)}`,
  driftAbove: "drift above its threshold",
  driftAlert: "unresolved drift alert",
  lastDriftAbove: "last recorded drift value above its threshold",
  severe: (open: number, isPart: boolean) =>
    `${isPart ? "at least " : ""}${countedText(open, "other event")} of high or critical severity`,
  changedRecords: (records: number) =>
    records === 1 ? "1 record does not match its hash" : `${countText(records)} records do not match their hashes`,
};

export const modelChecks = {
  lifecycle: "Lifecycle",
  active: "Active",
  archived: "Archived. The model accepts no new events.",
  purpose: "Purpose",
  notRecorded: "Not recorded",
  notVerified: "Not verified. The stored event does not match its hash.",
  notFound: "Not found. This model has more reviews than were checked.",
  notAllRead: "This model has earlier records, which were not checked.",
  validation: "Latest validation",
  approval: "Latest approval",
  deployment: "Latest deployment",
  deploymentInProduction: "Latest deployment in production",
  inference: "Latest inference",
  outcome: (outcome: string) => `${labelOf(outcome)}.`,
  noOutcome: "No outcome recorded.",
  notIndependent: "Not independent of development.",
  independenceNotRecorded: "Independence from development not recorded.",
  reviewOverdue: (day: string) => `Next review was due on ${day}.`,
  nextReview: (day: string) => `Next review due on ${day}.`,
  dueDateNotRecorded: "Next review date not recorded.",
  versionNotRecorded: "Version not recorded.",
  otherVersion: (version: string, registered: string | null) =>
    `Covers version ${version}. ${registered === null ? "No version is registered." : registeredText(registered)}`,
  deploymentNotApproved: "The deployment is recorded as not approved.",
  deploymentApprovedBy: (approvers: string) => `Deployment approved by ${approvers}.`,
  latestNotApproved: "The latest deployment has no recorded approval.",
  recordedWithoutDetails: "Recorded without details",
  differsFrom: registeredText,
  alerts: "Alerts",
  severe: "Other high-severity and critical events",
  recorded: recordedText,
  noneRecorded: (since: string | null) => `None recorded${sinceText(since)}`,
  openAlerts: (total: number, { since, open, severe }: OpenAlerts) =>
    `${alertsText(total, since)}, ${openText(open, severe)}`,
  openAlertsOfLatest: (total: number, { since, read, open, severe }: OpenAlerts & { read: number }) =>
    `${alertsText(total, since)}. Of the latest ${countText(read)}: ${openText(open, severe)}`,
  andOlder: (period: string, open: number, isPart: boolean) =>
    `${period.replace(/\.?$/, ".")} ${isPart ? "At least " : ""}${countedText(open, "older unresolved alert")}.`,
  latest: (eventType: string) => `Latest: ${labelOf(eventType)}.`,
  drift: "Drift",
  driftAfterResolution: (value: number, threshold: number, day: string | null) =>
    `Above its threshold in the latest drift alert (${value}, threshold ${threshold}). ` +
    `The alert ${day === null ? "is recorded as resolved" : `was resolved on ${day}`}, but no later alert event records a newer value.`,
  noDrift: (since: string | null) => `No drift alerts recorded${sinceText(since)}`,
  noDriftInLatest: (alerts: number) => `No drift alerts among the latest ${countedText(alerts, "alert")}`,
  stops: "Stops since the latest approval",
  noneFound: "None found",
  allResolved: "All that were checked are resolved",
  noRecords: "No events were checked",
  integrity: "Integrity of these records",
  verified: (events: number) =>
    events === 1
      ? "The checked record matches its hash."
      : `All ${countText(events)} checked reviews, deployments, inferences, alerts and severe events ` +
        "match their hashes.",
};

interface OpenAlerts {
  since: string | null;
  open: number;
  severe: number;
}

function recordedText(events: number, since: string | null, isPart = false): string {
  return `${isPart ? "At least " : ""}${countText(events)} recorded${sinceText(since)}`;
}

function sinceText(since: string | null): string {
  return since === null ? "" : ` since ${timeText(since, "day")}`;
}

function registeredText(version: string): string {
  return `The registered version is ${version}.`;
}

function alertsText(alerts: number, since: string | null): string {
  return `${countedText(alerts, "alert")}${since === null ? " recorded" : sinceText(since)}`;
}

/** An alert without a recorded resolution is unresolved. */
function openText(open: number, severe: number): string {
  return `${countText(open)} unresolved${severeText(open, severe)}.`;
}

function severeText(open: number, severe: number): string {
  if (severe === 0) return "";
  const which = severe < open ? `${countText(severe)} ` : open > 1 ? "all " : "";
  return ` (${which}of high or critical severity)`;
}
