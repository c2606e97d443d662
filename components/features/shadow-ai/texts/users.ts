import { countedText, timeText } from "@/lib/platform/client/format";
import { volumes } from "./common";

export const users = {
  users: "Users",
  theUsers: "the users",
  disabled: "User pseudonyms are disabled. ",
  enableHint: "An administrator can enable them in the detection settings.",
  noUsers:
    "No users in the last 30 days. Users are counted only in logs that contain user names, were imported after user pseudonyms were enabled, and were not uploaded in the dashboard.",
  notForRole: "Only analysts and approvers can view the pseudonyms.",
  count: (count: number, shown: number) =>
    `${countedText(count, "user")} in the last 30 days.${count > shown ? ` The list shows ${shown}.` : ""}`,
  traffic: (requests: number, bytesOut: number, bytesIn: number) =>
    `${countedText(requests, "request")}, ${volumes.both(bytesOut, bytesIn, "about ")}`,
  days: (first: string, last: string) =>
    `First seen ${timeText(first, "day", "UTC")}, last seen ${timeText(last, "day", "UTC")} (UTC)`,
  identify: "Identify…",
  identifyUser: (pseudonym: string) => `Identify ${pseudonym}`,
  requests: "Identification requests",
  requestedBy: (email: string) => `Requested by ${email}: `,
  decidedBy: (email: string, note: string | null) => `Decided by ${email}${note === null ? "" : `: ${note}`}`,
  expiresAt: "Names can be compared until ",
  expiredAt: "The approval expired ",
  deleted: "Deleted pseudonym",
  approve: "Approve…",
  reject: "Reject…",
  compare: "Compare names…",
};

export const userDialogs = {
  requestTitle: (pseudonym: string) => `Request to identify ${pseudonym}`,
  requestNote:
    "A member with another role must approve the request. You can then compare user names from your directory with the pseudonym for 24 hours. The request is recorded on the audit chain.",
  request: "Request identification",
  requested: "Identification requested. Send a link to this detection to a member who can approve the request.",
  notRequested: "Request not saved",
  reason: "Reason",
  reasonHint: "Do not name people.",
  approveTitle: (pseudonym: string) => `Approve the identification of ${pseudonym}?`,
  rejectTitle: (pseudonym: string) => `Reject the identification of ${pseudonym}?`,
  deletedPseudonym: "a deleted pseudonym",
  approve: "Approve identification",
  reject: "Reject identification",
  approved: "Identification approved.",
  rejected: "Identification rejected.",
  notDecided: "Decision not saved",
  note: "Note to the requester",
  compareTitle: (pseudonym: string) => `Compare names with ${pseudonym}`,
  compareNote:
    "The names are hashed in memory and not stored. The audit chain records that you compared names, and whether any name matched.",
  names: "User names",
  namesHint: "One per line, as they appear in your logs. At most 10,000.",
  compare: "Compare names",
  notCompared: "Names not compared",
  match: (name: string) => `Match: ${name}`,
  noMatch: "No match. None of these names corresponds to this pseudonym.",
  close: "Close",
};

export const userSettings = {
  title: "User pseudonyms",
  note: "Replaces user names in imported logs with keyed hashes. Analysts and approvers can then see the number of users for each detection. The database never contains user names. Consult your data protection officer and works council first.",
  theSetting: "the setting for user pseudonyms",
  enabledSince: "Enabled since ",
  disabled: "Disabled. User names in logs are dropped.",
  enable: "Enable user pseudonyms",
  disable: "Disable user pseudonyms",
  enableQuestion: {
    title: "Enable user pseudonyms?",
    body: "The service stores a pseudonym for each user in imported logs, except in logs that members upload in the dashboard. The change is recorded on the audit chain.",
  },
  disableQuestion: {
    title: "Disable user pseudonyms?",
    body: "The key and all pseudonyms are deleted permanently. If you enable user pseudonyms again, the same users get different pseudonyms.",
  },
  enabled: "User pseudonyms enabled.",
  nowDisabled: "User pseudonyms disabled. The pseudonyms are being deleted.",
};
