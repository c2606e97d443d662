import { bytesText, countedText, labelOf, timeText } from "@/lib/platform/client/format";
import { volumes } from "./common";

export const detailActions = { requestException: "Request exception…", decideDetections: "decide detections" };

export const createTicket = {
  createTicket: "Create ticket",
  createTicketEllipsis: "Create ticket…",
  systems: { JIRA: "Jira", GITHUB: "GitHub" },
  createIn: (system: string) => `Create a ${system} issue`,
  ticketCreated: (key: string) => `Ticket ${key} created.`,
  ticketNotCreated: "Ticket not created",
  theTicket: "the ticket",
  integration: "Integration",
  title: "Title",
  text: "Text",
  alreadyCreated: "This ticket was already created:",
  noIntegration:
    "No integration is set up to create tickets. An administrator can set one up in a Jira or GitHub integration.",
  goToIntegrations: "Go to integrations",
};

export const detectionDetail = {
  theDetection: "the detection",
  detections: "Detections",
  modifiedTitle: "This record was modified outside the service",
  modifiedNotice:
    "The record differs from its latest event on the audit chain. Rely on the timeline on this page, which is read from the chain, and check who has write access to the database.",
  exceptionRequestedBy: "Exception requested by",
  riskScoreOf100: (riskScore: number) => `Risk score ${riskScore}/100`,
  whyFlagged: "Why flagged",
  whyIdentifiedAsAi: "Why this was identified as AI",
  callsLast30Days: "Calls in the last 30 days",
  dnsQueriesLast30Days: "DNS queries in the last 30 days",
  dnsQueries: "DNS queries",
  trafficSummary: (calls: number, bytes: number) => `${countedText(calls, "call")}, ${volumes.sent(bytes)}.`,
  dnsSummary: (queries: number) =>
    `${countedText(queries, "DNS query", "DNS queries")}. No other traffic was observed.`,
  similarDetections: "Similar detections",
  similarDetectionsLoading: "similar detections",
  noSimilarDetections: "No similar detections.",
  mergedTitle: "This detection was merged",
  mergedNotice: "Another detection now covers this use in all networks without a department. ",
  viewDetection: "View detection",
};

interface SourceCounts {
  calls: number;
  dnsQueries: number;
  bytesOut: number;
  bytesIn: number;
}

export const detectionSources = {
  sources: "Sources",
  counts: ({ calls, dnsQueries, bytesOut, bytesIn }: SourceCounts) =>
    calls === 0 && dnsQueries > 0
      ? countedText(dnsQueries, "DNS query", "DNS queries")
      : `${countedText(calls, "call")}, ${volumes.both(bytesOut, bytesIn)}`,
};

export const clientRanges = {
  networks: "Networks",
  unknownNetwork: "Unknown",
  traffic: (calls: number | null, dnsQueries: number | null) => {
    if (calls === null) return "";
    return calls === 0 && dnsQueries ? countedText(dnsQueries, "DNS query", "DNS queries") : countedText(calls, "call");
  },
};

/** Number of networks listed among the facts. */
const networksMax = 5;

export const detectionFacts = {
  modelId: "Model ID",
  resolved: "Resolved",
  tickets: "Tickets",
  snoozedUntil: "Snoozed until",
  snoozeNote: "Snooze note",
  snoozeLimit: "Snooze ends early",
  snoozeLimits: ({ maxCalls, maxBytesOut }: { maxCalls: number; maxBytesOut: number }) =>
    `Above ${countedText(maxCalls, "call")} or ${bytesText(maxBytesOut)} sent, or if the severity rises`,
  exceptionExpires: "Exception expires",
  reopenReason: "Reopen reason",
  usedBy: "Access type",
  estimatedCost: "Estimated cost",
  dataSent: "Data sent",
  dataReceived: "Data received",
  clients: "User agents",
  detectedBy: "Detected by",
  networks: "Networks",
  networkList: (ranges: readonly string[]) => {
    const more = ranges.length - networksMax;
    return more > 0 ? `${ranges.slice(0, networksMax).join(", ")} and ${more} more` : ranges.join(", ");
  },
  firstTraffic: "First traffic",
  unknown: "Unknown",
};

export const riskFactors = {
  noInputs: "The inputs of this score are no longer available.",
  more: (left: number) => `And ${left} more.`,
};

export const timeline = {
  auditTimeline: "Audit timeline",
  theTimeline: "the timeline",
  viewAllAudit: "View all in the audit trail",
  verify: "Verify",
  contentErased: (eventType: string) => `${labelOf(eventType)} (content erased)`,
  detectedWithSeverity: (severity: string) => `Detected with ${severity} severity`,
  reopenedWithSeverity: (severity: string) => `Reopened with ${severity} severity`,
  severityRaisedTo: (severity: string, endedSnooze: boolean) =>
    `Severity raised to ${severity}${endedSnooze ? ", snooze ended" : ""}`,
  allowListApplied: (isCovered: boolean, severity: string) =>
    `${isCovered ? "Registered models now cover the use" : "Registered models no longer cover the use"}. Severity: ${severity}`,
  lastUpdateUndone: (isUnchanged: boolean, status: string) =>
    `Last update undone${isUnchanged ? "" : `, status restored to ${status}`}`,
  resolvedAs: (resolution: string) => `resolved as ${resolution}`,
  reopenedForInvestigation: "reopened for investigation",
  merged: (intoId: unknown) =>
    typeof intoId === "string" ? `Merged into ${intoId}` : "Merged with detections from other networks",
  assigneeRemoved: "assignee removed",
  notesUpdated: "notes updated",
  snoozedUntil: (until: string) => `snoozed until ${timeText(until, "short", "UTC")} UTC`,
  snoozeEnded: "snooze ended",
  snoozeEndedBy: (reason: unknown) => {
    if (reason === "TIME") return "Snooze ended at the set time";
    return reason === "TRAFFIC" ? "Snooze ended because the traffic exceeded a limit" : "Snooze ended";
  },
  ticketCreated: (key: unknown) => `Ticket ${String(key)} created`,
  namesCompared: "Names compared with a pseudonym",
};

export const comments = {
  comment: "Comment",
  description: "Type @ to mention a member.",
  members: "Members",
  addComment: "Add comment",
  notAdded: "Comment not added",
  withdraw: "Withdraw",
  withdrawComment: "Withdraw comment",
  withdrawQuestion: "Withdraw this comment?",
  withdrawBody: "The text of the comment is deleted. Your name, the time and the withdrawal remain in the timeline.",
  commentWithdrawn: "Comment withdrawn.",
  textWithdrawn: "The author withdrew this comment.",
};
