import type { EventType } from "@/lib/audit-chain/vocabulary";

/** A member that a row shows: by its name in the rules, after the words that introduce it. */
export interface TellingMember {
  key: string;
  label: string;
  /** What a number is a number of. */
  unit?: string;
  /** Words in place of yes and no: `overridden`, `not overridden`. */
  yesNo?: readonly [yes: string, no: string];
}

/** What a row says of an event, by type, the most telling first. */
export const tellingMembers: Readonly<Record<EventType, readonly TellingMember[]>> = {
  INFERENCE: [
    { key: "decision", label: "decision" },
    { key: "confidence", label: "confidence" },
    { key: "modelVersion", label: "version" },
    { key: "reviewed", label: "reviewed", yesNo: ["reviewed by a person", "not reviewed"] },
    { key: "overridden", label: "overridden", yesNo: ["overridden", "not overridden"] },
    { key: "purpose", label: "purpose" },
    { key: "latencyMs", label: "latency", unit: "ms" },
  ],
  TRAINING_STARTED: [
    { key: "modelVersion", label: "version" },
    { key: "parentVersion", label: "from version" },
    { key: "baseModel", label: "base model" },
    { key: "datasets", label: "data" },
    { key: "runId", label: "run" },
    { key: "codeCommit", label: "commit" },
  ],
  TRAINING_COMPLETED: [
    { key: "modelVersion", label: "version" },
    { key: "status", label: "status" },
    { key: "passed", label: "passed", yesNo: ["tests passed", "tests not passed"] },
    { key: "metrics", label: "metrics" },
    { key: "fairness", label: "fairness" },
    { key: "limitations", label: "limitations" },
    { key: "testReport", label: "test report" },
    { key: "runId", label: "run" },
  ],
  DEPLOYMENT: [
    { key: "modelVersion", label: "version" },
    { key: "previousVersion", label: "in place of" },
    { key: "environment", label: "environment" },
    { key: "changeTicket", label: "change" },
    { key: "approvedBy", label: "approved by" },
    { key: "intendedPurpose", label: "purpose" },
    { key: "tier", label: "tier" },
    { key: "rollbackOf", label: "rollback of" },
    { key: "provider", label: "provider" },
  ],
  CONFIG_CHANGE: [
    { key: "kind", label: "kind" },
    { key: "field", label: "field" },
    { key: "before", label: "before" },
    { key: "after", label: "after" },
    { key: "reason", label: "reason" },
    { key: "changedBy", label: "by" },
    { key: "approvedBy", label: "approved by" },
    { key: "expiresAt", label: "expires" },
    { key: "preDetermined", label: "pre-determined", yesNo: ["pre-determined", "not pre-determined"] },
  ],
  DATA_ACCESS: [
    { key: "datasetId", label: "data" },
    { key: "operation", label: "operation" },
    { key: "purpose", label: "purpose" },
    { key: "rows", label: "rows" },
    { key: "containsPersonalData", label: "personal data", yesNo: ["personal data", "no personal data"] },
    { key: "lawfulBasis", label: "lawful basis" },
    { key: "classification", label: "classification" },
    { key: "destination", label: "to" },
  ],
  HUMAN_REVIEW: [
    { key: "outcome", label: "outcome", yesNo: ["overridden", "not overridden"] },
    { key: "overridden", label: "overridden", yesNo: ["overridden", "not overridden"] },
    { key: "kind", label: "kind" },
    { key: "finalDecision", label: "decision" },
    { key: "reviewerRole", label: "role" },
    { key: "subjectRef", label: "about" },
    {
      key: "independentOfDevelopment",
      label: "independent",
      yesNo: ["independent of development", "not independent of development"],
    },
    { key: "reason", label: "reason" },
    { key: "nextReviewDue", label: "next due" },
  ],
  ALERT: [
    { key: "category", label: "category" },
    { key: "metric", label: "metric" },
    { key: "value", label: "value" },
    { key: "threshold", label: "threshold" },
    { key: "seriousIncident", label: "serious incident", yesNo: ["serious incident", "no serious incident"] },
    { key: "acknowledgedAt", label: "acknowledged", yesNo: ["acknowledged", "not acknowledged"] },
    { key: "resolvedAt", label: "resolved", yesNo: ["resolved", "not resolved"] },
    { key: "correctiveAction", label: "action" },
    { key: "rootCause", label: "cause" },
  ],
  SHADOW_AI_DETECTED: [
    { key: "provider", label: "provider" },
    { key: "endpointHost", label: "host" },
    { key: "status", label: "status" },
    { key: "resolution", label: "resolution" },
    { key: "callVolume", label: "calls" },
    { key: "departmentHint", label: "department" },
    { key: "exceptionExpiresAt", label: "exception until" },
    { key: "decidedBy", label: "decided by" },
    { key: "reason", label: "reason" },
  ],
};
