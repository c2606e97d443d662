import { bytesText, relativeText, timeText, utcText } from "@/lib/platform/client/format";

/** A size, or that the logs contain none: many formats have no bytes in one or both directions. */
const recordedText = (bytes: number, direction: string, about = "") =>
  bytes > 0 ? `${about}${bytesText(bytes)} ${direction}` : `no data recorded as ${direction}`;

export const volumes = {
  none: "Not recorded",
  sent: (bytes: number) => recordedText(bytes, "sent"),
  /** @param about  "about " for rounded sizes. */
  both: (bytesOut: number, bytesIn: number, about = "") =>
    bytesOut + bytesIn > 0
      ? `${recordedText(bytesOut, "sent", about)}, ${recordedText(bytesIn, "received", about)}`
      : "data volume not recorded",
};

/** Texts that several components use. */
export const common = {
  addOverride: "Add override",
  host: "Host",
  jurisdiction: "Provider jurisdiction",
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
  lastTraffic: "Last traffic",
  detected: "Detected",
  requestedUntil: "Requested until",
  notes: "Notes",
  justification: "Justification",
  action: "Action",
  approverAccountChanges: "Changes to approver accounts",
  preview: "Preview",
  importLog: "Import log",
  assignToMe: "Assign to me",
};

export const detectionValues = {
  age: (detectedAt: string, now: number) => `Detected ${relativeText(detectedAt, now)}`,
  dueAt: (dueAt: string) => `Due ${timeText(dueAt, "short")} · ${utcText(dueAt)}`,
  due: (dueAt: string) => `Due ${timeText(dueAt, "day", "UTC")}`,
  snoozedUntil: "Snoozed until",
  you: "You",
  mainFactors: (labels: readonly string[]) => `Main risk factors: ${labels.join(", ")}`,
  riskOf: (score: number) => `Risk ${score}`,
  /** The rules that raise a severity above the score, by the severity that they set. */
  rules: { CRITICAL: "Regulated data", HIGH: "Large upload", MEDIUM: "Not approved" } as Record<string, string>,
};
