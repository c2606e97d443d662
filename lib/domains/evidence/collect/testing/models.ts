import type { Given } from "@/lib/domains/evidence/collect/testing/events";

type Row = Pick<Given, "eventType" | "payload">;

/** A model that an auditor would reject: its events contain every member that the rules read, all with negative values. */
export const failingModel: readonly Row[] = [
  {
    eventType: "TRAINING_STARTED",
    payload: {
      ...{ runId: "run-1", modelVersion: "1.0", codeCommit: "a1b2c3", hyperparametersHash: "h", initiatedBy: "dev-1" },
      datasets: [
        {
          ...{ id: "applications", version: "1", provenance: "core banking", quality: "FAILED" },
          ...{ containsPersonalData: true, lawfulBasis: "none" },
        },
      ],
    },
  },
  {
    eventType: "TRAINING_COMPLETED",
    payload: {
      ...{ runId: "run-1", modelVersion: "1.0", passed: false, artefactHash: "h", limitations: "Unstable" },
      metrics: { auc: 0.41 },
      thresholds: { auc: 0.7 },
      fairness: [{ group: "women", metric: "impactRatio", value: 0.5 }],
      testReport: { hash: "h", signedBy: "dev-1", signedAt: "2026-02-01T00:00:00.000Z" },
    },
  },
  {
    eventType: "HUMAN_REVIEW",
    payload: {
      ...{ kind: "VALIDATION", outcome: "REJECTED", independentOfDevelopment: false, reviewerRole: "Developer" },
      ...{ evidenceRef: "doc-1", nextReviewDue: "2026-01-31", reason: "Performance below threshold" },
    },
  },
  { eventType: "HUMAN_REVIEW", payload: { kind: "IMPACT_ASSESSMENT", outcome: "FAILED", evidenceRef: "doc-2" } },
  { eventType: "HUMAN_REVIEW", payload: { kind: "APPROVAL", outcome: "DECLINED", reviewerRole: "Model owner" } },
  { eventType: "HUMAN_REVIEW", payload: { kind: "CASE_REVIEW", subjectRef: "case-1", outcome: "OVERRIDDEN" } },
  {
    eventType: "DEPLOYMENT",
    payload: {
      ...{ modelVersion: "1.0", previousVersion: "0.9", environment: "production", endpoint: "scoring.internal" },
      ...{ artefactHash: "h", intendedPurpose: "Credit scoring", tier: "HIGH", approvedBy: [], changeTicket: "CHG-1" },
    },
  },
  {
    eventType: "CONFIG_CHANGE",
    payload: {
      ...{ kind: "POST_MODEL_ADJUSTMENT", field: "overlay", before: 0.6, after: 0.4, reason: "Volume" },
      ...{ changedBy: "dev-1", approvedBy: "dev-1" },
    },
  },
  {
    eventType: "CONFIG_CHANGE",
    payload: { kind: "RESTRICTION", field: "allowedUses", before: ["cards"], after: ["cards", "mortgages"] },
  },
  { eventType: "CONFIG_CHANGE", payload: { kind: "EXCEPTION", field: "exception", reason: "Deadline" } },
  {
    eventType: "DATA_ACCESS",
    payload: {
      ...{ datasetId: "applications", purpose: "Training", version: "1", classification: "C" },
      ...{ containsPersonalData: true, lawfulBasis: "none" },
    },
  },
  {
    eventType: "ALERT",
    payload: {
      ...{ category: "INCIDENT", metric: "auc", value: 0.41, threshold: 0.7, seriousIncident: true },
      ...{ acknowledged: false, resolved: false },
    },
  },
  { eventType: "ALERT", payload: { category: "SECURITY", metric: "logins", value: 9, threshold: 3, resolved: false } },
  {
    eventType: "SHADOW_AI_DETECTED",
    payload: { provider: "OpenAI", endpointHost: "api.openai.com", severity: "HIGH" },
  },
  {
    eventType: "INFERENCE",
    payload: { modelVersion: "1.0", decision: "DECLINED", confidence: 0.5, purpose: "Credit scoring", inputHash: "h" },
  },
];

/** The same kinds of events with positive values, including the members that strong evidence requires. */
export const goodModel: readonly Row[] = [
  {
    eventType: "TRAINING_STARTED",
    payload: {
      ...{ runId: "run-1", modelVersion: "1.0", codeCommit: "a1b2c3", hyperparametersHash: "h", initiatedBy: "dev-1" },
      ...{ computeResources: "4 GPUs", cleaning: "outliers removed", labelling: "two annotators" },
      datasets: [
        { id: "applications", version: "1", provenance: "core banking", lawfulBasis: "contract", quality: "PASSED" },
      ],
    },
  },
  {
    eventType: "TRAINING_COMPLETED",
    payload: {
      ...{ runId: "run-1", modelVersion: "1.0", passed: true, metrics: { auc: 0.82 }, thresholds: { auc: 0.7 } },
      testReport: { hash: "h", signedBy: "qa-1", signedAt: "2026-02-01T00:00:00.000Z" },
    },
  },
  {
    eventType: "HUMAN_REVIEW",
    payload: {
      ...{ kind: "VALIDATION", outcome: "APPROVED", independentOfDevelopment: true, evidenceRef: "doc-1" },
      nextReviewDue: "2027-06-30",
    },
  },
  { eventType: "HUMAN_REVIEW", payload: { kind: "RISK_ASSESSMENT", outcome: "ACCEPTED", evidenceRef: "doc-2" } },
  { eventType: "HUMAN_REVIEW", payload: { kind: "APPROVAL", outcome: "APPROVED", reviewerRole: "Model owner" } },
  { eventType: "HUMAN_REVIEW", payload: { kind: "CASE_REVIEW", subjectRef: "case-1", outcome: "CONFIRMED" } },
  {
    eventType: "DEPLOYMENT",
    payload: {
      ...{ modelVersion: "1.0", previousVersion: "0.9", environment: "production", endpoint: "scoring.internal" },
      ...{ intendedPurpose: "Credit scoring", tier: "HIGH", approvedBy: ["owner-1"], changeTicket: "CHG-1" },
      conformityDeclarationRef: "DOC-2026-7",
    },
  },
  {
    eventType: "CONFIG_CHANGE",
    payload: {
      ...{ kind: "POST_MODEL_ADJUSTMENT", field: "overlay", before: 0, after: 5, reason: "Rate shock" },
      ...{ changedBy: "dev-1", approvedBy: "owner-1" },
    },
  },
  {
    eventType: "CONFIG_CHANGE",
    payload: {
      ...{ kind: "RESTRICTION", field: "allowedUses", before: ["cards", "mortgages"], after: ["cards"] },
      ...{ reason: "Data too old", changedBy: "dev-1", approvedBy: "owner-1" },
    },
  },
  { eventType: "DATA_ACCESS", payload: { datasetId: "applications", purpose: "Training", lawfulBasis: "contract" } },
  {
    eventType: "ALERT",
    payload: {
      ...{ category: "DRIFT", metric: "psi", value: 0.3, threshold: 0.2, resolvedAt: "2026-04-01T00:00:00.000Z" },
      ...{ rootCause: "New product", correctiveAction: "Recalibrated" },
    },
  },
  {
    eventType: "INFERENCE",
    payload: { modelVersion: "1.0", decision: "DECLINED", confidence: 0.5, purpose: "Credit scoring", inputHash: "h" },
  },
];
