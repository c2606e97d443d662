import { expect, test } from "vitest";
import { eventSummary, eventTitle } from "./summary";

test.each([
  ["INFERENCE", { decisionOutput: "DECLINED", confidence: 0.83 }, "Declined · Confidence 0.83"],
  ["TRAINING_STARTED", { modelVersion: "2.4.1", runId: "r-7" }, "Version 2.4.1 · Run r-7"],
  ["TRAINING_COMPLETED", { modelVersion: "2.4.1", passed: false }, "Version 2.4.1 · Thresholds not met"],
  ["TRAINING_COMPLETED", { modelVersion: "2.4.1", passed: "false" }, "Version 2.4.1"],
  [
    "DEPLOYMENT",
    { rollbackOf: "2.4.1", modelVersion: "2.4.0", environment: "production" },
    "Rollback of 2.4.1 · Version 2.4.0 · production",
  ],
  ["CONFIG_CHANGE", { setting: "decisionThreshold", before: 0.55, after: 0.6 }, "Decision threshold: 0.55 to 0.6"],
  [
    "CONFIG_CHANGE",
    { kind: "WEBHOOK_ENDPOINT_CREATED", url: "https://a.example" },
    "Webhook endpoint created · https://a.example",
  ],
  [
    "CONFIG_CHANGE",
    { kind: "CONTROL_ASSIGNED", framework: "ISO_42001", modelId: "mdl_1", requirement: "A.2.2" },
    "Control assigned · ISO/IEC 42001 · Credit scoring 4.2.0 · Requirement A.2.2",
  ],
  [
    "CONFIG_CHANGE",
    { kind: "WEBHOOK_ENDPOINT_UPDATED", host: "hooks.example.com", changed: ["events", "description", 7, "<b>"] },
    "Webhook endpoint updated · hooks.example.com · Changed: events, description",
  ],
  [
    "CONFIG_CHANGE",
    { kind: "SETTINGS", changed: ["a", "b", "c", "d", "e", "f"] },
    "Settings · Changed: a, b, c, d, e, …",
  ],
  ["CONFIG_CHANGE", { kind: "SETTINGS", changed: "all" }, "Settings"],
  ["CONFIG_CHANGE", { field: "owner", after: "ada@example.com" }, "Owner: set to ada@example.com"],
  ["CONFIG_CHANGE", { kind: "TIER", field: "riskTier", after: "HIGH" }, "Tier · Risk tier: set to High"],
  ["DATA_ACCESS", { dataset: "customer_documents", purpose: "Retraining" }, "Customer documents · Retraining"],
  ["DATA_ACCESS", { kind: "REPORT_READY", reportKind: "chain-integrity" }, "Report ready · Chain integrity"],
  [
    "DATA_ACCESS",
    { kind: "EVIDENCE_READY", framework: "ISO_42001", modelId: "mdl_1" },
    "Evidence ready · ISO/IEC 42001 · Credit scoring 4.2.0",
  ],
  ["DATA_ACCESS", { kind: "EVIDENCE_READY", framework: "OTHER", modelId: "mdl_2" }, "Evidence ready · OTHER"],
  ["DATA_ACCESS", { kind: "TELEMETRY", modelId: "mdl_1" }, "Telemetry"],
  ["DATA_ACCESS", { dataset: "s3://bucket/applications" }, "s3://bucket/applications"],
  ["HUMAN_REVIEW", { kind: "VALIDATION", outcome: "REJECTED" }, "Validation · Rejected"],
  [
    "HUMAN_REVIEW",
    { kind: "SHADOW_AI_TRIAGE", endpointHost: "api.openai.com", status: "DISMISSED" },
    "Shadow AI triage · api.openai.com · Dismissed",
  ],
  ["HUMAN_REVIEW", { kind: "SHADOW_AI_EXCEPTION_REQUESTED", status: "OPEN" }, "Shadow AI exception requested"],
  [
    "HUMAN_REVIEW",
    { caseReference: "CASE-1", finalDecision: "APPROVED", overridden: true },
    "CASE-1 · Approved · Model overridden",
  ],
  ["ALERT", { metric: "psi", observed: 0.31, threshold: 0.2 }, "psi · Observed 0.31 · Threshold 0.2"],
  ["ALERT", { policyName: "eBay fraud", metric: "psi" }, "eBay fraud"],
  ["ALERT", { rule: "latencyP95Ms above threshold" }, "Latency p95 (ms) above threshold"],
  ["SHADOW_AI_DETECTED", { aiProvider: "OpenAI", endpoint: "api.openai.com" }, "OpenAI · api.openai.com"],
  [
    "SHADOW_AI_DETECTED",
    { kind: "SHADOW_AI_DETECTION_OPENED", provider: "OpenAI", endpointHost: "api.openai.com" },
    "Shadow AI detection opened · OpenAI · api.openai.com",
  ],
  ["INFERENCE", { decisionOutput: { nested: true }, confidence: null }, null],
  ["INFERENCE", { decisionOutput: " " }, null],
  ["INFERENCE", null, null],
  ["toString", { kind: "X" }, null],
])("the summary of %s %j is %j", (eventType, payload, expected) => {
  expect(eventSummary({ eventType, payload }, new Map([["mdl_1", "Credit scoring 4.2.0"]]))).toBe(expected);
});

test.each([
  ["SUCCESS", "Deployment succeeded"],
  ["FAILURE", "Deployment failed"],
  ["ERROR", "Deployment error"],
  ["INACTIVE", "Deployment inactive"],
  ["toString", "Deployment status"],
])("the title and summary of a deployment status with the state %s start with %s", (state, outcome) => {
  const deployed = { modelVersion: "2026.4-rc1", commit: "ec26c3e", environment: "production" };
  const event = { eventType: "DEPLOYMENT", payload: { kind: "DEPLOYMENT_STATUS", state, ...deployed } } as const;
  expect(eventTitle(event)).toBe(outcome);
  expect(eventSummary(event)).toBe(`${outcome} · 2026.4-rc1 · production`);
});

test.each([
  [{ kind: "MEMBER_SIGNED_IN" }, "Member signed in"],
  [{ setting: "x" }, "Configuration change"],
  [null, "Configuration change"],
])("the title of a configuration change with %j is %j", (payload, title) => {
  expect(eventTitle({ eventType: "CONFIG_CHANGE", payload })).toBe(title);
});

test("shortens long values", () => {
  expect(eventSummary({ eventType: "ALERT", payload: { message: "x".repeat(500) } })).toHaveLength(80);
});
