import { rowsOfThisRun } from "../../support/scope";
import { declaration, gapOf } from "../support/stock";
import type { Given } from "./given";
import type { Json, Outgoing } from "./row";

export interface Writer {
  /** The name in the OpenAPI document. */
  operation: string;
  valid(given: Given): Outgoing & { body: Json };
}

export const appendEvent = ({ modelId }: Given) => ({
  method: "POST",
  path: "/v1/audit",
  body: { modelId, eventType: "INFERENCE", payload: { latencyMs: 12 } },
});

export const generateEvidence = ({ modelId }: Given) => ({
  method: "POST",
  path: "/v1/evidence/generate",
  body: {
    modelId,
    framework: "EU_AI_ACT_ANNEX_IV",
    dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" },
  },
});

export const changeDetection = ({ detectionId }: Given) => ({
  method: "PATCH",
  path: `/v1/shadow-ai/${detectionId}`,
  body: { notes: "Changed" },
});

export const changeDetections = ({ detectionId }: Given) => ({
  method: "POST",
  path: "/v1/shadow-ai/bulk",
  body: { ids: [detectionId], change: { notes: "Changed" } },
});

export const addComment = ({ detectionId }: Given) => ({
  method: "POST",
  path: `/v1/shadow-ai/${detectionId}/comments`,
  body: { text: "Asked the team." },
});

export const createTicket = ({ detectionId, integrationId }: Given) => ({
  method: "POST",
  path: `/v1/shadow-ai/${detectionId}/tickets`,
  body: { integrationId },
});

export const approveException = ({ exceptionRequestId }: Given) => ({
  method: "POST",
  path: `/v1/shadow-ai/exceptions/${exceptionRequestId}/approve`,
  body: { note: "Without customer data." },
});

export const rejectException = ({ exceptionRequestId }: Given) => ({
  method: "POST",
  path: `/v1/shadow-ai/exceptions/${exceptionRequestId}/reject`,
  body: { note: "Use the registered model." },
});

export const createStream = () => ({
  method: "POST",
  path: "/v1/audit-streams",
  body: { name: "SIEM", url: "https://siem.example.com/in", status: "PAUSED" },
});

export const changeStream = ({ streamId }: Given) => ({
  method: "PATCH",
  path: `/v1/audit-streams/${streamId}`,
  body: { name: "Changed" },
});

export const rotateStream = ({ streamId }: Given) => ({
  method: "POST",
  path: `/v1/audit-streams/${streamId}/rotate-secret`,
  body: { overlapSeconds: 60 },
});

export const replaceSettings = () => ({
  method: "PUT",
  path: "/v1/shadow-ai/settings",
  body: { highCostUSD: 2_000 },
});

export const putOverride = () => ({
  method: "PUT",
  path: "/v1/shadow-ai/catalogue/overrides/ai.example.com",
  body: { ignore: true },
});

export const requestReport = (kind: "audit-activity" | "shadow-ai" | "chain-integrity") => () => ({
  method: "POST",
  path: `/v1/reports/${kind}`,
  body: { dateRange: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" } },
});

export const createSchedule = () => ({
  method: "POST",
  path: "/v1/report-schedules",
  body: { name: "Quiet", kind: "shadow-ai", cron: "0 7 1 * *", covers: "PREVIOUS_MONTH", enabled: false },
});

export const changeSchedule = ({ scheduleId }: Given) => ({
  method: "PATCH",
  path: `/v1/report-schedules/${scheduleId}`,
  body: { name: "Changed" },
});

export const createTelemetryRule = ({ modelId }: Given) => ({
  method: "POST",
  path: "/v1/telemetry/rules",
  body: { service: "billing", modelId },
});

export const createPolicy = () => ({
  method: "POST",
  path: "/v1/alert-policies",
  body: { name: "A policy", rule: { eventTypes: ["ALERT"], minSeverity: "HIGH" }, enabled: false },
});

export const changePolicy = ({ policyId }: Given) => ({
  method: "PATCH",
  path: `/v1/alert-policies/${policyId}`,
  body: { name: "Changed" },
});

export const previewRule = () => ({
  method: "POST",
  path: "/v1/alert-policies/preview",
  body: { rule: { eventTypes: ["ALERT"], minSeverity: "HIGH" } },
});

export const eraseContent = ({ erasedEventId }: Given) => ({
  method: "POST",
  path: `/v1/audit/${erasedEventId}/erasure`,
  body: { legalBasis: "OTHER", reference: "A trial" },
});

export const placeHold = () => ({
  method: "POST",
  path: "/v1/legal-holds",
  body: { name: "A matter", reason: "A trial." },
});

export const releaseHold = ({ holdId }: Given) => ({
  method: "POST",
  path: `/v1/legal-holds/${holdId}/release`,
  body: { reason: "Settled." },
});

export const supplyDocument = () => ({ method: "POST", path: "/v1/evidence-documents", body: { ...declaration } });

export const assignControl = ({ modelId, assignee }: Given) => ({
  method: "POST",
  path: "/v1/control-assignments",
  body: gapOf(modelId, assignee),
});

export const changeAssignment = ({ assignmentId }: Given) => ({
  method: "PATCH",
  path: `/v1/control-assignments/${assignmentId}`,
  body: { note: "Another note" },
});

export const closeAssignment = ({ assignmentId }: Given) => ({
  method: "POST",
  path: `/v1/control-assignments/${assignmentId}/close`,
  body: { reason: "Accepted" },
});

/** Every operation that accepts a JSON body, with a valid body. */
export const writers: Writer[] = [
  { operation: "POST /audit", valid: appendEvent },
  {
    operation: "POST /audit/batch",
    valid: (given) => ({ method: "POST", path: "/v1/audit/batch", body: { events: [appendEvent(given).body] } }),
  },
  {
    operation: "POST /audit/verify",
    valid: ({ eventId }) => ({ method: "POST", path: "/v1/audit/verify", body: { eventId } }),
  },
  {
    operation: "POST /audit/verify-chain",
    valid: () => ({ method: "POST", path: "/v1/audit/verify-chain", body: { mode: "full" } }),
  },
  { operation: "POST /evidence/generate", valid: generateEvidence },
  {
    operation: "POST /evidence/{id}/verify",
    valid: ({ packageId }) => ({
      method: "POST",
      path: `/v1/evidence/${packageId}/verify`,
      body: { packageHash: `sha256:${"a".repeat(64)}` },
    }),
  },
  { operation: "PATCH /shadow-ai/{id}", valid: changeDetection },
  { operation: "POST /shadow-ai/bulk", valid: changeDetections },
  { operation: "POST /shadow-ai/{id}/comments", valid: addComment },
  { operation: "POST /shadow-ai/{id}/tickets", valid: createTicket },
  { operation: "POST /shadow-ai/exceptions/{id}/approve", valid: approveException },
  { operation: "POST /shadow-ai/exceptions/{id}/reject", valid: rejectException },
  { operation: "PUT /shadow-ai/settings", valid: replaceSettings },
  { operation: "PUT /shadow-ai/catalogue/overrides/{host}", valid: putOverride },
  { operation: "POST /models", valid: () => ({ method: "POST", path: "/v1/models", body: { name: "A model" } }) },
  {
    operation: "PATCH /models/{id}",
    valid: ({ modelId }) => ({ method: "PATCH", path: `/v1/models/${modelId}`, body: { description: "Changed" } }),
  },
  {
    operation: "POST /webhooks",
    valid: () => ({
      method: "POST",
      path: "/v1/webhooks",
      body: { url: "https://hooks.example.com/", events: ["evidence.expired"] },
    }),
  },
  {
    operation: "PATCH /webhooks/{id}",
    valid: ({ endpointId }) => ({
      method: "PATCH",
      path: `/v1/webhooks/${endpointId}`,
      body: { description: "Changed" },
    }),
  },
  {
    operation: "POST /webhooks/{id}/rotate-secret",
    valid: ({ endpointId }) => ({
      method: "POST",
      path: `/v1/webhooks/${endpointId}/rotate-secret`,
      body: { overlapSeconds: 60 },
    }),
  },
  {
    operation: "POST /webhooks/{id}/test",
    valid: ({ endpointId }) => ({ method: "POST", path: `/v1/webhooks/${endpointId}/test`, body: {} }),
  },
  {
    operation: "POST /webhooks/{id}/recover",
    valid: ({ endpointId }) => ({
      method: "POST",
      path: `/v1/webhooks/${endpointId}/recover`,
      body: { since: new Date(Date.now() - 60_000).toISOString(), dryRun: true },
    }),
  },
  { operation: "POST /audit/{id}/erasure", valid: eraseContent },
  { operation: "POST /evidence-documents", valid: supplyDocument },
  { operation: "POST /control-assignments", valid: assignControl },
  { operation: "PATCH /control-assignments/{id}", valid: changeAssignment },
  { operation: "POST /control-assignments/{id}/close", valid: closeAssignment },
  { operation: "POST /legal-holds", valid: placeHold },
  { operation: "POST /legal-holds/{id}/release", valid: releaseHold },
  { operation: "POST /audit-streams", valid: createStream },
  { operation: "PATCH /audit-streams/{id}", valid: changeStream },
  { operation: "POST /audit-streams/{id}/rotate-secret", valid: rotateStream },
  { operation: "POST /reports/audit-activity", valid: requestReport("audit-activity") },
  { operation: "POST /reports/shadow-ai", valid: requestReport("shadow-ai") },
  { operation: "POST /reports/chain-integrity", valid: requestReport("chain-integrity") },
  { operation: "POST /report-schedules", valid: createSchedule },
  { operation: "PATCH /report-schedules/{id}", valid: changeSchedule },
  { operation: "POST /telemetry/rules", valid: createTelemetryRule },
  { operation: "POST /alert-policies", valid: createPolicy },
  { operation: "PATCH /alert-policies/{id}", valid: changePolicy },
  { operation: "POST /alert-policies/preview", valid: previewRule },
  {
    operation: "POST /integrations",
    valid: () => ({ method: "POST", path: "/v1/integrations", body: { kind: "GITHUB", name: "Models repository" } }),
  },
  {
    operation: "PATCH /integrations/{id}",
    valid: ({ integrationId }) => ({
      method: "PATCH",
      path: `/v1/integrations/${integrationId}`,
      body: { name: "Changed" },
    }),
  },
  {
    operation: "POST /integrations/{id}/rotate-secret",
    valid: ({ integrationId }) => ({
      method: "POST",
      path: `/v1/integrations/${integrationId}/rotate-secret`,
      body: { overlapSeconds: 60 },
    }),
  },
  {
    operation: "POST /api-keys",
    valid: () => ({ method: "POST", path: "/v1/api-keys", body: { name: "A key", scopes: ["audit:read"] } }),
  },
  {
    operation: "POST /api-keys/{id}/rotate",
    valid: ({ keyId }) => ({ method: "POST", path: `/v1/api-keys/${keyId}/rotate`, body: { overlapSeconds: 60 } }),
  },
  {
    operation: "PATCH /organisation",
    valid: () => ({ method: "PATCH", path: "/v1/organisation", body: { name: "Example Bank" } }),
  },
  {
    operation: "POST /members",
    valid: () => ({
      method: "POST",
      path: "/v1/members",
      body: { email: "ada@example.com", name: "Ada Analyst", role: "ANALYST" },
    }),
  },
  {
    operation: "PATCH /members/{id}",
    valid: ({ memberId }) => ({ method: "PATCH", path: `/v1/members/${memberId}`, body: { name: "Changed" } }),
  },
];

/** The operations that are tested with invalid bodies of every kind. */
const samples = ["POST /audit", "POST /audit/batch", "POST /webhooks", "PATCH /models/{id}"];
export const writersOfThisRun = rowsOfThisRun(writers, ({ operation }) => samples.includes(operation));
