import { freshness } from "@/components/features/shadow-ai/texts/freshness";
import { countedText, countText } from "@/lib/platform/client/format";

export const chainBanner = {
  theChainIsBroken: "The chain is broken",
  notVerifiedYet: "The chain has not been verified yet",
  notVerified: "The chain could not be verified",
  lastEvent: "Last event",
  lastCheckpoint: "Last checkpoint",
  recordedInLast24Hours: "Recorded in the last 24 hours",
  verification: "Verification",
  witness: {
    none: "Not cosigned by an independent witness.",
    setUp: "Set up a witness",
    through: (position: number) => `Witnesses have cosigned the chain through #${countText(position)}.`,
  },
  inconsistent: "The verification found inconsistent data. Review the findings.",
  serviceVerifiesWhole:
    "The service verifies new events every night and the full chain once a week. You can also start a verification now.",
  lastVerificationDid:
    "The last verification failed, is incomplete, was changed outside the service, or is more than 26 hours old, or no full verification has passed for 8 days. Start a full verification.",
};

export const newDetections = {
  calls: "Calls",
  estCost: "Est. cost",
  detected: "Detected",
  due: "Due",
  shadowAi: "Shadow AI",
  detectionsToReview: "Unresolved detections to review first",
  order: "Unresolved detections: overdue first, then by severity and age.",
  empty: {
    title: "No detections to review",
    text: "Overdue and severe detections appear here. Snoozed detections appear only if they are overdue.",
  },
  viewAllDetections: "View all detections",
  notRunning: { title: "Detection is not running", text: "No log source is connected." },
  goToLogSources: "Go to log sources",
  mayBeIncomplete: "May be incomplete:",
  silentSources: (silent: number) => `${countedText(silent, "log source is", "log sources are")} silent`,
};

interface AlertCounts {
  alerts: number;
  unresolvedAlerts: number;
}

export const alertedModels = {
  title: "Models with alerts",
  note: (hasMore: boolean) =>
    `Alert events from applications and alert policies. Alerts without a recorded resolution count as unresolved.${
      hasMore ? " Only the latest 500 are counted." : ""
    }`,
  viewAlerts: "View alerts",
  /** The link to all alerts of the model. */
  alerts: ({ alerts, unresolvedAlerts }: AlertCounts, hasMore: boolean) =>
    `${hasMore ? "at least " : ""}${countedText(alerts, unresolvedAlerts === 0 ? "resolved alert" : "alert")}`,
  unresolved: ({ unresolvedAlerts }: AlertCounts, hasMore: boolean) =>
    unresolvedAlerts === 0 ? "" : ` (${hasMore ? "at least " : ""}${countText(unresolvedAlerts)} unresolved)`,
  latest: "latest",
  highest: (hasMore: boolean) => (hasMore ? "Highest counted unresolved:" : "Highest unresolved:"),
  inTotal: (total: number, { hasMore, hasUnresolved }: { hasMore: boolean; hasUnresolved: boolean }) => {
    const alerts = `${hasMore ? "counted " : ""}${hasUnresolved ? "unresolved " : ""}alerts`;
    const models = `${hasMore ? "At least " : ""}${countText(total)} models`;
    return `${models} have alerts. Those with the most severe ${alerts} are listed first.`;
  },
};

export const changes = {
  sinceYourLastVisit: "Since your last visit,",
  none: "No new detections, findings, severe events, failed deliveries or packages.",
  integrityFindings: (count: number) => countedText(count, "integrity finding"),
  overdueDetections: (count: number) => `${countedText(count, "detection")} became overdue`,
  newDetections: (count: number) => countedText(count, "new detection"),
  criticalEvents: (count: number) => countedText(count, "critical event"),
  highEvents: (count: number) => countedText(count, "high-severity event"),
  failedDeliveries: (count: number) => countedText(count, "failed webhook delivery", "failed webhook deliveries"),
  readyPackages: (count: number) => `${countedText(count, "evidence package")} ready`,
};

/** The noun after a count that is shown separately. */
const noun = (count: number, one: string) => (count === 1 ? one : `${one}s`);

export const overview = {
  overview: "Overview",
  theOverview: "the overview",
  registerAModel: "Register a model",
  importANetworkLog: "Import a network log",
  generateAnEvidencePackage: "Generate an evidence package",
  getStarted: "Get started",
  inviteAnApprover: "Invite an approver",
  needsAttention: "Needs attention",
  overdue: (count: number) => `Overdue ${noun(count, "detection")}`,
  dueWithin7Days: (count: number) => `${noun(count, "Detection")} due within 7 days`,
  assignedToMe: (count: number) => `${noun(count, "Detection")} assigned to me`,
  exceptionRequests: (count: number) => `Pending exception ${noun(count, "request")}`,
  exceptionsExpiringWithin: (count: number) => `${noun(count, "Exception")} expiring within 14 days`,
  overdueReviews: (count: number, isPart: boolean) =>
    `Overdue model ${noun(count, "review")}${isPart ? " (not all reviews checked)" : ""}`,
  accountChangesLast: "Account changes in the last 7 days",
  reviewMembers: "Review members",
  failingDeliveries: "Failing deliveries",
  viewWebhooks: "View webhooks",
  logSources: "Log sources",
  viewAll: "View all",
  noLogs: "No logs received yet. Connect a log source to detect shadow AI.",
  silent: `${freshness.late}. Last record `,
  lastRecord: "Last record ",
  linesRejected: " of lines rejected",
  silentInTotal: (silent: number) =>
    `${countedText(silent, "source has", "sources have")} no records from the last 24 hours.`,
  viewAllGenerating: (generating: number) => `View all (${generating} in progress)`,
  generate: "Generate",
  inProgress: "In progress",
};

export const trends = {
  lessThan3Minutes: "less than 3 minutes",
  trends: "Trends",
  auditEventsRecorded: "Audit events recorded per day, last 30 days",
  recordedInLast30Days: (total: number) => `${countedText(total, "event")} recorded in the last 30 days (UTC).`,
  medianTimeToDecision: (median: string) => ` Median time to decision: ${median}.`,
  openedAndClosed: { title: "Detections opened and closed per week", categoryName: "Week" },
  openedAndClosedSummary: (opened: number, closed: number, median: string) =>
    `${countedText(opened, "detection")} opened and ${countText(closed)} closed in the last 12 weeks.${median}`,
  opened: "Opened",
  closed: "Closed",
  unresolvedDetectionsByAge: "Unresolved detections by age",
  noneOlderThan30Days: "No unresolved detections are older than 30 days.",
  olderThan30Days: (old: number) =>
    `${countedText(old, "unresolved detection")} ${old === 1 ? "is" : "are"} older than 30 days.`,
  upTo7Days: "Up to 7 days",
  upTo30Days: "8 to 30 days",
  upTo90Days: "31 to 90 days",
  over90Days: "Over 90 days",
  callsByProvider: "Calls in unresolved detections by provider",
  hasTheMostCalls: (name: string) => `${name} has the most calls.`,
  noCalls: "No calls in unresolved detections.",
};
