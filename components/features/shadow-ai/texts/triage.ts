import { countedText, countText } from "@/lib/platform/client/format";

export const sendChange = {
  nowMatch: (now: number) => `${countedText(now, "detection")} now ${now === 1 ? "matches" : "match"}`,
  listShowed: (before: number) => `The list showed ${countText(before)}. Nothing has been changed yet.`,
  updateAll: (now: number) => `Update all ${countText(now)}`,
  partlyRestored: (updated: number, count: number, id: string, message: string) =>
    `${countedText(updated, "detection")} restored, ${countText(count)} not restored. ${id}: ${message}`,
};

export const triage = {
  detectionUpdated: "Detection updated.",
  detectionsUpdated: (count: number) => `${countText(count)} detections updated.`,
  exceptionRequested: "Exception requested.",
  exceptionsRequested: (count: number) => `${count} exceptions requested.`,
  noExceptionForAll: "You cannot request an exception for all matches at once. Select individual detections instead.",
  investigateAllQuestion: (all: string) => `Investigate ${all}?`,
  assignAllQuestion: (all: string) => `Assign ${all} to yourself?`,
  endSnoozeQuestion: (all: string) => `End the snooze of ${all}?`,
  allCount: (count: number) => `all ${countText(count)}`,
  allMatches: (all: string) => `${all} matches`,
  updateAll: (all: string) => `Update ${all}`,
  conflict: "Another analyst updated this detection. Review the changes before you continue.",
};

export const triageActions = {
  investigate: "Investigate",
  reopen: "Reopen",
  resolve: "Resolve…",
  dismiss: "Dismiss…",
  assign: "Assign…",
  snooze: "Snooze…",
  endSnooze: "End snooze",
  more: "More",
  triage: "Triage",
};

export const triageDialogs = {
  members: "members",
  assignWhich: (which: string) => `Assign ${which}`,
  removeAssignee: "Remove assignee",
  assign: "Assign",
  emailAddressDescription: "The assignee is notified by e-mail and doesn't have to be a member.",
  member: { label: "Member", description: "The assignee is notified by e-mail. Leave empty to remove the assignee." },
  useAnotherEmailAddress: "Use another e-mail address",
  dismissWhich: (which: string) => `Dismiss ${which}`,
  dismiss: "Dismiss",
  dismissIntroduction:
    "Dismiss noise, duplicates and detections that are out of scope. You can reopen a dismissed detection.",
  snoozeWhich: (which: string) => `Snooze ${which}`,
  snooze: "Snooze",
  snoozeIntroduction:
    "The list hides a snoozed detection until the start of this day. The snooze ends early if the severity rises, or if the total calls or bytes sent more than double (by more than 100 calls or 10 MB). The due date and the risk score do not change.",
  snoozeUntil: "Snooze until",
  snoozeDescription: (days: number) => `At most ${days} days from now and at most ${days} days after the due date.`,
  resolve: "Resolve",
  requestAnExceptionFor: "Request an exception for",
  resolution: "Resolution",
  changeNotSaved: "Change not saved",
  allMatchingDetections: (count: number) => `all ${countText(count)} matching detections`,
  thisDetection: "this detection",
  countDetections: (count: number) => `${count} detections`,
  newModelName: "Name of the new model",
  selectARegisteredModel: "Select a registered model",
  registerANewModel: "Register a new model",
  expiresOn: "Expires on",
  expiryDescription: (days: number, defaultDays: number) =>
    `At most ${days} days from now. Defaults to ${defaultDays} days.`,
};
