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
