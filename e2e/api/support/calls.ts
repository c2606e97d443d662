import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { sign } from "@/lib/domains/integrations/testing/deliveries";
import { makeExceptionRequest } from "../../support/exceptions";
import type { TestOrganisation } from "../../support/organisation";
import { downloadToken } from "./packages";
import { invitationToken, newAddress, resetToken, withSecondFactor } from "./people";
import { makeSchedule, reportToken } from "./reports";
import {
  declaration,
  gapOf,
  makeAssignment,
  makeComment,
  makeDocument,
  makeHold,
  makeIntegration,
  makePolicy,
  pausedStream,
  type Stock,
} from "./stock";

/** A request that succeeds, according to the documentation. */
export interface Call {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** No record matches all its parameters. */
  findsNothing?: true;
}

async function latestCheckpoint({ api }: TestOrganisation): Promise<Checkpoint> {
  return (await api.get<Checkpoint>("/v1/audit/checkpoint")).body;
}

const range = "from=2026-01-15T10:00:00.000Z&to=2099-01-15T10:00:00.000Z";
const eventFilters = (modelId: string) =>
  `modelId=${modelId}&eventType=INFERENCE&severity=INFO&source=API&tags=prod,uk&tag=prod&q=inference&${range}`;

const csvMapping = encodeURIComponent(JSON.stringify({ columns: { when: "time", to: "host" } }));

/** A call of every operation in the document, with every query parameter except cursors. */
export const calls: Record<string, (stock: Stock) => Call | Promise<Call>> = {
  "GET /audit": ({ model }) => ({ path: `/audit?${eventFilters(model.id)}&limit=25` }),
  "POST /audit": ({ model }) => ({
    path: "/audit",
    headers: { "Idempotency-Key": "ide_4f9c2a71", "X-Request-Id": "mine" },
    body: {
      modelId: model.id,
      eventType: "DEPLOYMENT",
      payload: { version: "2026.2" },
      severity: "HIGH",
      actor: { type: "USER", id: "u1", displayName: "A. User", ipAddress: "192.0.2.1" },
      tags: ["prod"],
      metadata: { ticket: "RISK-42" },
      timestamp: "2026-01-15T10:00:00.000Z",
    },
  }),
  "POST /audit/batch": ({ model }) => ({
    path: "/audit/batch?partial=true",
    body: { events: [{ modelId: model.id, eventType: "ALERT", payload: {} }, {}] },
  }),
  "GET /audit/export": ({ model }) => ({ path: `/audit/export?${eventFilters(model.id)}&format=ndjson` }),
  "GET /audit/stream": ({ model }) => ({
    path: `/audit/stream?after=0&limit=10&wait=0&eventType=INFERENCE&minSeverity=HIGH&modelId=${model.id}`,
    findsNothing: true,
  }),
  "POST /audit/verify": ({ event }) => ({
    path: "/audit/verify",
    body: { eventId: event.id, expectedHash: event.blockHash },
  }),
  "GET /audit/{id}": ({ event }) => ({ path: `/audit/${event.id}` }),
  "GET /audit/checkpoint": () => ({ path: "/audit/checkpoint?cosigned=false" }),
  "GET /audit/{id}/neighbours": ({ event }) => ({ path: `/audit/${event.id}/neighbours` }),
  "GET /audit/{id}/proof": async ({ organisation, event }) => ({
    path: `/audit/${event.id}/proof?size=${(await latestCheckpoint(organisation)).size}`,
  }),
  "POST /audit/{id}/erasure": async ({ organisation, model }) => {
    const given = { modelId: model.id, eventType: "DATA_ACCESS", payload: { subject: "A. Person" } };
    const { body } = await organisation.api.post<{ id: string }>("/v1/audit", given);
    return {
      path: `/audit/${body.id}/erasure`,
      headers: { "Idempotency-Key": "ide_4f9c2a71" },
      body: { legalBasis: "GDPR_ART_17", reference: "DSR-2026-0117" },
    };
  },
  "GET /audit/consistency": async ({ organisation }) => ({
    path: `/audit/consistency?from=1&to=${(await latestCheckpoint(organisation)).size}`,
  }),
  "POST /audit/verify-chain": async ({ organisation }) => ({
    path: "/audit/verify-chain",
    body: { from: 1, to: 1_000_000, expectedHead: await latestCheckpoint(organisation), mode: "full" },
  }),
  "GET /audit/verifications": () => ({ path: "/audit/verifications?limit=25" }),
  "GET /audit/verifications/{id}": ({ verificationId }) => ({ path: `/audit/verifications/${verificationId}` }),
  "GET /audit/findings": () => ({ path: "/audit/findings?status=OPEN&limit=25" }),
  "GET /evidence": ({ model }) => ({
    path: `/evidence?modelId=${model.id}&status=READY&framework=EU_AI_ACT_ANNEX_IV&limit=25`,
  }),
  "GET /evidence/preview": ({ model }) => ({
    path: `/evidence/preview?modelId=${model.id}&framework=ISO_42001&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z`,
  }),
  "POST /evidence/generate": ({ model }) => ({
    path: "/evidence/generate",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: {
      modelId: model.id,
      framework: "PRA_SS1_23",
      dateRange: { from: "2025-10-01T00:00:00.000Z", to: "2025-12-31T23:59:59.999Z" },
      format: "JSON",
      includeChainProof: false,
      includeHumanOversight: false,
      sections: ["GOVERNANCE"],
      recipientName: "Prudential Regulation Authority",
      notes: "For the review in January.",
    },
  }),
  "GET /evidence/{id}": ({ evidence }) => ({ path: `/evidence/${evidence.id}` }),
  "POST /evidence/{id}/verify": ({ evidence: { id, packageHash } }) => ({
    path: `/evidence/${id}/verify`,
    body: { packageHash },
  }),
  "POST /evidence/{id}/download-url": ({ evidence }) => ({ path: `/evidence/${evidence.id}/download-url` }),
  "GET /evidence/{id}/download": async ({ organisation, evidence }) => ({
    path: `/evidence/${evidence.id}/download?token=${await downloadToken(organisation, evidence.id)}`,
  }),
  "GET /reports": ({ schedule }) => ({
    path: `/reports?kind=audit-activity&status=READY&scheduleId=${schedule.id}&limit=25`,
    findsNothing: true,
  }),
  "POST /reports/audit-activity": () => ({
    path: "/reports/audit-activity",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: { dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" }, format: "CSV" },
  }),
  "POST /reports/shadow-ai": () => ({
    path: "/reports/shadow-ai",
    body: { dateRange: { from: "2026-01-01T01:00:00+01:00", to: "2026-01-31T23:59:59.999Z" }, format: "JSON" },
  }),
  "POST /reports/chain-integrity": () => ({
    path: "/reports/chain-integrity",
    body: { dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" } },
  }),
  "GET /reports/{id}": ({ report }) => ({ path: `/reports/${report.id}` }),
  "GET /reports/{id}/document": ({ report }) => ({ path: `/reports/${report.id}/document` }),
  "GET /reports/{id}/download": async ({ organisation, report }) => ({
    path: `/reports/${report.id}/download?token=${await reportToken(organisation, report.id)}`,
  }),
  "GET /report-schedules": () => ({ path: "/report-schedules?kind=shadow-ai&limit=25" }),
  "POST /report-schedules": ({ member }) => ({
    path: "/report-schedules",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: {
      ...{ name: "Board pack", kind: "shadow-ai", format: "PDF", cron: "0 7 1 * *", timeZone: "Europe/London" },
      ...{ covers: "PREVIOUS_QUARTER", recipients: [member.id], enabled: true },
    },
  }),
  "GET /report-schedules/{id}": ({ schedule }) => ({ path: `/report-schedules/${schedule.id}` }),
  "PATCH /report-schedules/{id}": ({ schedule }) => ({
    path: `/report-schedules/${schedule.id}`,
    headers: { "If-Match": "*" },
    body: { cron: "30 6 * * 1", timeZone: "UTC", covers: "PREVIOUS_WEEK", format: "CSV" },
  }),
  "DELETE /report-schedules/{id}": async ({ organisation }) => ({
    path: `/report-schedules/${(await makeSchedule(organisation)).id}`,
  }),
  // Onboarded detections are never due.
  "GET /shadow-ai/detections": ({ model }) => ({
    path: `/shadow-ai/detections?status=INVESTIGATING&severity=MEDIUM&${range}&assignedTo=ada@example.com&provider=OpenAI&source=PROXY&q=openai&department=Marketing&category=LLM_API&factor=NO_DPA&minConfidence=0.5&minCostUSD=1.25&resolution=ONBOARDED&modelId=${model.id}&due=week&snoozed=exclude&exceptionEnds=14d&sort=due&order=asc&limit=25`,
    findsNothing: true,
  }),
  "GET /shadow-ai/stats": () => ({ path: "/shadow-ai/stats" }),
  "POST /shadow-ai/bulk": ({ detection }) => ({
    path: "/shadow-ai/bulk",
    body: { ids: [detection.id, "sad_none"], change: { notes: "Asked the team." } },
  }),
  "GET /shadow-ai/assignees": () => ({ path: "/shadow-ai/assignees" }),
  "POST /shadow-ai/bulk/{operationId}/undo": async ({ organisation, detection }) => {
    const change = { notes: "To be undone by its operation." };
    const { body } = await organisation.api.post<{ operationId: string }>("/v1/shadow-ai/bulk", {
      ids: [detection.id],
      change,
    });
    return { path: `/shadow-ai/bulk/${body.operationId}/undo` };
  },
  "POST /shadow-ai/{id}/undo": async ({ organisation, detection }) => {
    await organisation.api.patch(`/v1/shadow-ai/${detection.id}`, { notes: "To be undone." });
    return { path: `/shadow-ai/${detection.id}/undo` };
  },
  "GET /shadow-ai/settings": () => ({ path: "/shadow-ai/settings" }),
  "PUT /shadow-ai/settings": () => ({
    path: "/shadow-ai/settings",
    headers: { "If-Match": "*" },
    body: {
      opening: { apiCalls: 5 },
      departments: [{ name: "Risk", ranges: ["10.20.0.0/16", "2001:db8::/48"], sensitivity: 10 }],
      officeHours: { timeZone: "Europe/London", weekdays: [1, 2, 3, 4] },
      allowedJurisdictions: ["GB"],
    },
  }),
  "GET /user-pseudonyms": () => ({ path: "/user-pseudonyms" }),
  "GET /shadow-ai/catalogue": () => ({ path: "/shadow-ai/catalogue" }),
  "GET /shadow-ai/catalogue/explain": () => ({ path: "/shadow-ai/catalogue/explain?host=api.openai.com" }),
  "PUT /shadow-ai/catalogue/overrides/{host}": () => ({
    path: "/shadow-ai/catalogue/overrides/*.example.net",
    body: { provider: { id: "example-ai", name: "Example AI" }, category: "LLM_API", dpa: "YES", note: "Ours." },
  }),
  "DELETE /shadow-ai/catalogue/overrides/{host}": ({ overriddenHost }) => ({
    path: `/shadow-ai/catalogue/overrides/${overriddenHost}`,
  }),
  "POST /otlp/v1/traces": () => ({ path: "/otlp/v1/traces", body: { resourceSpans: [] } }),
  "GET /telemetry/rules": () => ({ path: "/telemetry/rules?limit=25" }),
  "POST /telemetry/rules": ({ model }) => ({
    path: "/telemetry/rules",
    body: { service: "billing", provider: "openai", model: "gpt-4o*", modelId: model.id, contents: "STORED" },
  }),
  "DELETE /telemetry/rules/{id}": ({ telemetryRule }) => ({ path: `/telemetry/rules/${telemetryRule.id}` }),
  "GET /telemetry/sources": () => ({ path: "/telemetry/sources?limit=25" }),
  "POST /otlp/v1/logs": () => ({ path: "/otlp/v1/logs", body: { resourceLogs: [] } }),
  "POST /sensors/observations": () => ({
    path: `/sensors/observations?source=edge&format=csv&timeZone=Europe/London&backfill=true&mapping=${csvMapping}`,
    headers: { "Content-Type": "text/plain" },
    body: "when,to\n2026-11-20 10:00:00,intranet.example.com\n",
  }),
  "POST /sensors/preview": () => ({
    path: `/sensors/preview?format=csv&timeZone=Europe/London&mapping=${csvMapping}`,
    headers: { "Content-Type": "text/plain" },
    body: "when,to\n2026-11-20 10:00:00,intranet.example.com\n",
  }),
  "GET /sensors/sources": () => ({ path: "/sensors/sources?limit=25" }),
  "GET /sensors/imports": () => ({ path: "/sensors/imports?limit=25" }),
  "GET /sensors/imports/{id}": ({ importId }) => ({ path: `/sensors/imports/${importId}` }),
  "GET /shadow-ai/{id}": ({ detection }) => ({ path: `/shadow-ai/${detection.id}` }),
  "PATCH /shadow-ai/{id}": ({ detection, model }) => ({
    path: `/shadow-ai/${detection.id}`,
    headers: { "If-Match": "*" },
    body: {
      status: "RESOLVED",
      resolution: "ONBOARDED",
      resolvedModelId: model.id,
      assignedTo: null,
      notes: "It is a model now.",
    },
  }),
  "GET /shadow-ai/{id}/similar": ({ detection }) => ({ path: `/shadow-ai/${detection.id}/similar` }),
  "GET /shadow-ai/{id}/comments": ({ detection }) => ({ path: `/shadow-ai/${detection.id}/comments?limit=25` }),
  "POST /shadow-ai/{id}/comments": ({ detection }) => ({
    path: `/shadow-ai/${detection.id}/comments`,
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: { text: "Is this the trial?" },
  }),
  "GET /shadow-ai/{id}/ticket-drafts": ({ detection }) => ({ path: `/shadow-ai/${detection.id}/ticket-drafts` }),
  // The ticket exists already, so nothing is sent.
  "POST /shadow-ai/{id}/tickets": ({ detection, ticketing }) => ({
    path: `/shadow-ai/${detection.id}/tickets`,
    body: { integrationId: ticketing.id },
  }),
  "POST /shadow-ai/comments/{id}/withdraw": async ({ organisation, detection }) => ({
    path: `/shadow-ai/comments/${(await makeComment(organisation, detection.id)).id}/withdraw`,
  }),
  "GET /shadow-ai/exceptions": async ({ organisation }) => ({
    path: `/shadow-ai/exceptions?status=PENDING&detectionId=${(await makeExceptionRequest(organisation)).detectionId}&limit=25`,
  }),
  "POST /shadow-ai/exceptions/{id}/approve": async ({ organisation }) => ({
    path: `/shadow-ai/exceptions/${(await makeExceptionRequest(organisation)).id}/approve`,
    body: { note: "Without customer data." },
  }),
  "POST /shadow-ai/exceptions/{id}/reject": async ({ organisation }) => ({
    path: `/shadow-ai/exceptions/${(await makeExceptionRequest(organisation)).id}/reject`,
    body: { note: "Use the registered model." },
  }),
  "GET /verify/{packageHash}": ({ evidence }) => ({ path: `/verify/${evidence.packageHash}` }),
  "GET /verify/keys": () => ({ path: "/verify/keys" }),
  "GET /verify/keys/{file}": async ({ organisation }) => ({
    path: `/verify/keys/${(await latestCheckpoint(organisation)).keyId}.pem`,
  }),
  "GET /models": () => ({
    path: "/models?archived=false&provider=openai&riskTier=HIGH&system=false&q=credit&sort=riskTier&order=asc&limit=25",
  }),
  "POST /models": () => ({
    path: "/models",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: {
      name: "Credit scoring",
      version: "2026.1",
      provider: "openai",
      riskTier: "HIGH",
      ownerEmail: "model-risk@example.com",
      description: "Scores consumer credit applications.",
      allowedEndpoints: [{ host: "API.openai.com", departments: ["Risk"], ipRanges: ["10.20.0.0/16"] }],
    },
  }),
  "GET /models/{id}": ({ model }) => ({ path: `/models/${model.id}` }),
  "PATCH /models/{id}": ({ model }) => ({
    path: `/models/${model.id}`,
    headers: { "If-Match": "*" },
    body: { version: "2026.2", ownerEmail: null, archived: false },
  }),
  "GET /audit-streams": () => ({ path: "/audit-streams?limit=25" }),
  "POST /audit-streams": () => ({
    path: "/audit-streams",
    headers: { "Idempotency-Key": "ide_5f9c2a72" },
    body: {
      name: "Splunk",
      url: "https://splunk.example.com:8088/services/collector/raw",
      filter: { eventTypes: ["ALERT"], modelIds: [], minSeverity: "MEDIUM" },
      authorization: "Splunk 11111111-2222-3333-4444-555555555555",
      maxEvents: 500,
      maxBytes: 1_048_576,
      maxDelaySeconds: 10,
      compression: "gzip",
      status: "PAUSED",
      from: "beginning",
    },
  }),
  "GET /audit-streams/{id}": ({ stream }) => ({ path: `/audit-streams/${stream.id}` }),
  "PATCH /audit-streams/{id}": ({ stream }) => ({
    path: `/audit-streams/${stream.id}`,
    headers: { "If-Match": "*" },
    body: {
      name: "SIEM",
      url: "https://siem.example.com/in",
      filter: { eventTypes: [], modelIds: [], minSeverity: null },
      authorization: null,
      maxEvents: 10,
      maxBytes: 65_536,
      maxDelaySeconds: 0,
      compression: "none",
      status: "PAUSED",
    },
  }),
  "DELETE /audit-streams/{id}": async ({ organisation }) => ({
    path: `/audit-streams/${(await pausedStream(organisation)).id}`,
  }),
  "POST /audit-streams/{id}/rotate-secret": ({ stream }) => ({
    path: `/audit-streams/${stream.id}/rotate-secret`,
    headers: { "Idempotency-Key": "ide_7a1b3c5e" },
    body: { overlapSeconds: 3_600 },
  }),
  "POST /audit-streams/{id}/test": ({ stream }) => ({ path: `/audit-streams/${stream.id}/test` }),
  "GET /audit-streams/{id}/batches": ({ stream }) => ({ path: `/audit-streams/${stream.id}/batches` }),
  "GET /webhooks": () => ({ path: "/webhooks?active=true&limit=25" }),
  "POST /webhooks": () => ({
    path: "/webhooks",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: {
      url: "https://hooks.example.com:8443/governance?tenant=1",
      events: ["evidence.expired", "integration.disconnected"],
      description: "Risk team's alerting",
      active: true,
    },
  }),
  "GET /webhooks/{id}": ({ endpoint }) => ({ path: `/webhooks/${endpoint.id}` }),
  "PATCH /webhooks/{id}": ({ endpoint }) => ({
    path: `/webhooks/${endpoint.id}`,
    headers: { "If-Match": "*" },
    body: { url: "https://hooks.example.com/", events: ["evidence.expired"], description: "", active: true },
  }),
  "DELETE /webhooks/{id}": async ({ organisation }) => ({ path: `/webhooks/${(await organisation.endpoint()).id}` }),
  "POST /webhooks/{id}/rotate-secret": ({ endpoint }) => ({
    path: `/webhooks/${endpoint.id}/rotate-secret`,
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: { overlapSeconds: 60 },
  }),
  "POST /webhooks/{id}/test": ({ endpoint }) => ({
    path: `/webhooks/${endpoint.id}/test`,
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: { type: "chain.integrity_failure" },
  }),
  "POST /webhooks/{id}/recover": ({ endpoint }) => ({
    path: `/webhooks/${endpoint.id}/recover`,
    body: { since: new Date(Date.now() - 60_000).toISOString(), until: new Date().toISOString(), dryRun: true },
  }),
  "GET /webhooks/{id}/deliveries": ({ endpoint }) => ({
    path: `/webhooks/${endpoint.id}/deliveries?status=DELIVERED&type=model.registered&limit=25`,
  }),
  "GET /webhooks/{id}/deliveries/{deliveryId}": ({ endpoint, deliveryId }) => ({
    path: `/webhooks/${endpoint.id}/deliveries/${deliveryId}`,
  }),
  "POST /webhooks/{id}/deliveries/{deliveryId}/redeliver": ({ endpoint, deliveryId }) => ({
    path: `/webhooks/${endpoint.id}/deliveries/${deliveryId}/redeliver`,
  }),
  "GET /integrations": () => ({ path: "/integrations?kind=GITHUB&limit=25" }),
  "POST /integrations": ({ model }) => ({
    path: "/integrations",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: {
      kind: "MLFLOW",
      name: "Model registry",
      models: [{ match: "credit-*", modelId: model.id }],
      defaultModelId: model.id,
      silentAfterHours: 72,
      enabled: true,
    },
  }),
  "GET /integrations/{id}": ({ integration }) => ({ path: `/integrations/${integration.id}` }),
  "PATCH /integrations/{id}": ({ integration, model }) => ({
    path: `/integrations/${integration.id}`,
    headers: { "If-Match": "*" },
    body: {
      ...{ name: "Models", models: [{ match: "bank/*", modelId: model.id }], defaultModelId: null },
      ...{ silentAfterHours: null, enabled: true },
    },
  }),
  "DELETE /integrations/{id}": async ({ organisation }) => ({
    path: `/integrations/${(await makeIntegration(organisation)).id}`,
  }),
  "POST /integrations/{id}/rotate-secret": ({ integration }) => ({
    path: `/integrations/${integration.id}/rotate-secret`,
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: { overlapSeconds: 60 },
  }),
  "POST /integrations/{id}/events": ({ integration }) => ({
    path: `/integrations/${integration.id}/events`,
    ...sign.GITHUB({ secret: integration.secret ?? "", body: { zen: "Design for failure.", hook_id: 1 } }),
  }),
  "GET /integrations/{id}/deliveries": ({ integration }) => ({
    path: `/integrations/${integration.id}/deliveries?result=ignored&limit=25`,
  }),
  "GET /alert-policies": () => ({ path: "/alert-policies?enabled=false&limit=25" }),
  "POST /alert-policies": ({ model }) => ({
    path: "/alert-policies",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: {
      name: "Low confidence in production",
      description: "Agreed with model risk.",
      rule: {
        eventTypes: ["INFERENCE", "DEPLOYMENT"],
        minSeverity: "MEDIUM",
        modelIds: [model.id],
        tags: ["prod"],
        payload: { path: "/scores/0", operator: "LESS_OR_EQUAL", threshold: -0.5 },
        count: { atLeast: 10, withinMinutes: 1_440, per: "ORGANISATION" },
      },
      severity: "CRITICAL",
      recipients: ["model-risk@example.com"],
      cooldownMinutes: 10_080,
      mutedUntil: "2099-01-15T10:00:00+01:00",
      enabled: true,
    },
  }),
  "GET /alert-policies/{id}": ({ policy }) => ({ path: `/alert-policies/${policy.id}` }),
  "PATCH /alert-policies/{id}": ({ policy }) => ({
    path: `/alert-policies/${policy.id}`,
    headers: { "If-Match": "*" },
    body: { rule: { minSeverity: "HIGH" }, mutedUntil: null, recipients: [] },
  }),
  "DELETE /alert-policies/{id}": async ({ organisation }) => ({
    path: `/alert-policies/${(await makePolicy(organisation)).id}`,
  }),
  "POST /alert-policies/preview": () => ({
    path: "/alert-policies/preview",
    body: { rule: { minSeverity: "INFO" }, cooldownMinutes: 1, from: new Date(Date.now() - 60_000).toISOString() },
  }),
  "GET /evidence-controls": ({ model }) => ({
    path: `/evidence-controls?modelId=${model.id}&framework=EU_AI_ACT_ANNEX_IV&${range}`,
  }),
  "GET /control-assignments": ({ assignment: { modelId, assignedTo } }) => ({
    path: `/control-assignments?modelId=${modelId}&framework=EU_AI_ACT_ANNEX_IV&assignedTo=${assignedTo}&closed=false&limit=25`,
  }),
  "POST /control-assignments": async ({ organisation, assignment }) => ({
    path: "/control-assignments",
    body: {
      ...gapOf((await organisation.model()).id, assignment.assignedTo),
      ...{ dueDate: "2026-04-30", note: "Supply the declaration." },
    },
  }),
  "GET /control-assignments/{id}": ({ assignment }) => ({ path: `/control-assignments/${assignment.id}` }),
  "PATCH /control-assignments/{id}": ({ assignment }) => ({
    path: `/control-assignments/${assignment.id}`,
    headers: { "If-Match": "*" },
    body: { dueDate: null, note: "Supply the signed declaration." },
  }),
  "POST /control-assignments/{id}/close": async ({ organisation }) => ({
    path: `/control-assignments/${(await makeAssignment(organisation)).id}/close`,
    headers: { "If-Match": "*" },
    body: { reason: "Accepted in the risk register." },
  }),
  "GET /evidence-documents": ({ model }) => ({
    path: `/evidence-documents?framework=EU_AI_ACT_ANNEX_IV&modelId=${model.id}&withdrawn=false&limit=25`,
  }),
  "POST /evidence-documents": ({ model }) => ({
    path: "/evidence-documents",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: {
      ...{ ...declaration, modelId: model.id, version: "2.1", signedBy: "Head of Compliance", reference: "DMS-1" },
      ...{ validFrom: "2026-01-01", validUntil: "2026-12-31" },
    },
  }),
  "GET /evidence-documents/requirements": () => ({ path: "/evidence-documents/requirements" }),
  "GET /evidence-documents/{id}": ({ document }) => ({ path: `/evidence-documents/${document.id}` }),
  "POST /evidence-documents/{id}/withdraw": async ({ organisation }) => ({
    path: `/evidence-documents/${(await makeDocument(organisation)).id}/withdraw`,
  }),
  "GET /legal-holds": () => ({ path: "/legal-holds?active=true&limit=25" }),
  "POST /legal-holds": ({ model }) => ({
    path: "/legal-holds",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: {
      name: "Complaint 2026/118",
      reason: "Proceedings were announced.",
      reference: "LIT-2026-0118",
      modelIds: [model.id],
      dateRange: { from: "1999-01-01T00:00:00+01:00", to: "1999-12-31T23:59:59.999Z" },
    },
  }),
  "GET /legal-holds/{id}": ({ hold }) => ({ path: `/legal-holds/${hold.id}` }),
  "POST /legal-holds/{id}/release": async ({ organisation }) => ({
    path: `/legal-holds/${(await makeHold(organisation)).id}/release`,
    body: { reason: "Settled." },
  }),
  "GET /api-keys": () => ({ path: "/api-keys?limit=25" }),
  "POST /api-keys": () => ({
    path: "/api-keys",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: { name: "Reader", scopes: ["admin"], expiresAt: "2099-01-15T10:00:00.000Z" },
  }),
  "GET /api-keys/{id}": ({ organisation }) => ({ path: `/api-keys/${organisation.apiKey.id}` }),
  "DELETE /api-keys/{id}": async ({ organisation }) => ({
    path: `/api-keys/${(await organisation.key(["audit:read"])).id}`,
  }),
  "POST /api-keys/{id}/rotate": async ({ organisation }) => ({
    path: `/api-keys/${(await organisation.key(["admin"])).id}/rotate`,
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: { overlapSeconds: 60 },
  }),
  "GET /organisation": () => ({ path: "/organisation" }),
  "PATCH /organisation": () => ({
    path: "/organisation",
    body: {
      ...{ name: "Example Bank", ownerEmail: "owner@example.com", evidenceRetentionDays: 365 },
      ...{ webhookRetentionDays: 30, mailRetentionDays: null, observationRetentionDays: 35, reportRetentionDays: 30 },
    },
  }),
  "GET /overview": () => ({ path: "/overview" }),
  "GET /activity": () => ({ path: "/activity" }),
  "GET /members": () => ({ path: "/members?role=ANALYST&status=INVITED&q=ada&limit=25" }),
  "POST /members": () => ({
    path: "/members",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: { email: newAddress(), name: "Ada Auditor", role: "AUDITOR", accessExpiresAt: "2099-01-01T00:00:00Z" },
  }),
  "GET /members/{id}": ({ member }) => ({ path: `/members/${member.id}` }),
  "PATCH /members/{id}": ({ member }) => ({
    path: `/members/${member.id}`,
    body: { name: "Ada Viewer", role: "VIEWER", accessExpiresAt: null },
  }),
  "POST /members/{id}/invitation": ({ member }) => ({ path: `/members/${member.id}/invitation` }),
  "POST /members/{id}/sign-out": ({ member }) => ({ path: `/members/${member.id}/sign-out` }),
  "POST /members/{id}/second-factor/reset": async ({ organisation }) => ({
    path: `/members/${await withSecondFactor(organisation)}/second-factor/reset`,
  }),
  "POST /invitations/inspect": async ({ organisation }) => ({
    path: "/invitations/inspect",
    body: { token: await invitationToken(organisation) },
  }),
  "POST /invitations/accept": async ({ organisation }) => ({
    path: "/invitations/accept",
    body: { token: await invitationToken(organisation), name: "Ada", password: "a heron fishes in the shallows" },
  }),
  "POST /password-resets": () => ({ path: "/password-resets", body: { email: newAddress() } }),
  "POST /password-resets/complete": async ({ organisation }) => ({
    path: "/password-resets/complete",
    body: { token: await resetToken(organisation), password: "two herons fish in the shallows" },
  }),
  "GET /mails": () => ({ path: "/mails?status=STORED&limit=25", findsNothing: true }),
  "GET /mails/{id}": ({ mailId }) => ({ path: `/mails/${mailId}` }),
  "GET /openapi.json": () => ({ path: "/openapi.json" }),
};
