import { expect, test } from "vitest";
import { eventSentence, isOfDetection } from "@/components/features/shadow-ai/detail/timeline";

const triage = { kind: "SHADOW_AI_TRIAGE", from: "INVESTIGATING", status: "INVESTIGATING" };

test.each([
  ["SHADOW_AI_DETECTED", { kind: "SHADOW_AI_DETECTION_OPENED", severity: "HIGH" }, "Detected with high severity"],
  [
    "SHADOW_AI_DETECTED",
    { kind: "SHADOW_AI_ALLOW_LIST_APPLIED", severity: "INFO", registered: true },
    "Registered models now cover the use. Severity: info",
  ],
  ["SHADOW_AI_DETECTED", { kind: "SHADOW_AI_SEVERITY_RAISED", severity: "CRITICAL" }, "Severity raised to critical"],
  ["SHADOW_AI_DETECTED", { kind: "SHADOW_AI_DETECTIONS_MERGED", mergedIntoId: "sad_1" }, "Merged into sad_1"],
  [
    "SHADOW_AI_DETECTED",
    { kind: "SHADOW_AI_DETECTIONS_MERGED", severity: "HIGH" },
    "Merged with detections from other networks",
  ],
  ["HUMAN_REVIEW", { ...triage, from: "OPEN" }, "Investigating"],
  ["HUMAN_REVIEW", { ...triage, from: "RESOLVED" }, "Reopened for investigation"],
  [
    "HUMAN_REVIEW",
    { ...triage, status: "RESOLVED", resolution: "APPROVED_EXCEPTION" },
    "Resolved as approved exception",
  ],
  [
    "HUMAN_REVIEW",
    { ...triage, assigneeChanged: true, isAssigned: false, notesChanged: true },
    "Assignee removed, notes updated",
  ],
  [
    "HUMAN_REVIEW",
    { ...triage, snoozeChanged: true, snoozedUntil: "2026-03-01T09:00:00.000Z" },
    "Snoozed until 1 Mar 2026, 09:00 UTC",
  ],
  ["HUMAN_REVIEW", { ...triage, snoozeChanged: true }, "Snooze ended"],
  ["SHADOW_AI_DETECTED", { kind: "SHADOW_AI_SNOOZE_ENDED", severity: "HIGH" }, "Snooze ended"],
  ["SHADOW_AI_DETECTED", { kind: "SHADOW_AI_SNOOZE_ENDED", snoozeEndedBy: "TIME" }, "Snooze ended at the set time"],
  [
    "SHADOW_AI_DETECTED",
    { kind: "SHADOW_AI_SNOOZE_ENDED", snoozeEndedBy: "TRAFFIC" },
    "Snooze ended because the traffic exceeded a limit",
  ],
  [
    "SHADOW_AI_DETECTED",
    { kind: "SHADOW_AI_SEVERITY_RAISED", severity: "HIGH", snoozeEndedBy: "SEVERITY" },
    "Severity raised to high, snooze ended",
  ],
  ["HUMAN_REVIEW", { kind: "SHADOW_AI_TICKET_CREATED", key: "RISK-42" }, "Ticket RISK-42 created"],
  ["HUMAN_REVIEW", triage, "Reviewed"],
  [
    "HUMAN_REVIEW",
    { ...triage, from: "DISMISSED", undo: true, notesChanged: true },
    "Last update undone, status restored to investigating",
  ],
  ["HUMAN_REVIEW", { kind: "SHADOW_AI_EXCEPTION_REQUESTED" }, "Exception requested"],
  ["HUMAN_REVIEW", {}, "Human review"],
])("%s with %j reads: %s", (eventType, payload, sentence) => {
  expect(eventSentence({ eventType, payload })).toBe(sentence);
});

test("a use that was onboarded as a model is listed once, not also by the event on the model", () => {
  const payload = { kind: "SHADOW_AI_TRIAGE", resolution: "ONBOARDED", resolvedModelId: "mdl_1" };
  const events = [
    { modelId: "mdl_system", payload },
    { modelId: "mdl_1", payload },
    { modelId: "mdl_1", payload: null },
  ];
  expect(events.map(isOfDetection)).toEqual([true, false, true]);
});
