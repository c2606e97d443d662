import { timeText, utcText } from "@/lib/platform/client/format";
import { ageText } from "../labels";

/** Texts that several components use. */
export const common = {
  addOverride: "Add override",
  host: "Host",
  jurisdiction: "Jurisdiction",
  trainsOnInputs: "Trains on inputs",
  dataProcessingAgreement: "Data processing agreement",
  source: "Source",
  note: "Note",
  detection: "Detection",
  calls: "Calls",
  assignee: "Assignee",
  unassigned: "Unassigned",
  due: "Due",
  confidence: "Confidence",
  lastSeen: "Last seen",
  detected: "Detected",
  notes: "Notes",
  justification: "Justification",
  action: "Action",
  approverAccountChanges: "Changes to approver accounts",
  preview: "Preview",
  importLog: "Import log",
  assignToMe: "Assign to me",
};

export const detectionValues = {
  age: (detectedAt: string, now: number) => `${ageText(detectedAt, now)} old`,
  dueAt: (dueAt: string) => `Due ${timeText(dueAt, "short")} · ${utcText(dueAt)}`,
  due: (dueAt: string) => `Due ${timeText(dueAt, "day", "UTC")}`,
  snoozedUntil: "Snoozed until",
  you: "You",
  noneInLast30Days: "None in the last 30 days",
  noneBeforeDecision: "None in the 30 days before the decision",
};
