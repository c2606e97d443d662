import type { Checkpoint } from "@/lib/audit-chain/schemas-proofs";
import type { Model } from "@/lib/models/schemas";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import { insertDelivery } from "@/lib/webhooks/testing/endpoints";
import { makeDetections } from "../../support/detections";
import type { TestOrganisation } from "../../support/organisation";
import { insertVerification } from "../../support/verification";
import { downloadToken, type InsertedPackage, insertPackage } from "./packages";
import { sendQuietLogs } from "./quiet-logs";

/** What calls of an operation are made with. */
export interface Stock {
  organisation: TestOrganisation;
  model: Model;
  event: { id: string; blockHash: string };
  endpoint: WebhookEndpoint;
  /** The newest of two deliveries to the endpoint, which have ended. */
  deliveryId: string;
  /** A verification of a long chain that has ended. */
  verificationId: string;
  /** A package that is READY, made after one that FAILED. */
  evidence: InsertedPackage;
  /** The newest of two imports, each of a source of its own. */
  importId: string;
  /** A host that nobody else's catalogue has. */
  overriddenHost: string;
  /** The newest of two; it is investigated. */
  detection: { id: string };
}

/** A request that is documented to succeed. */
export interface Call {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export async function makeStock(organisation: TestOrganisation): Promise<Stock> {
  const model = await organisation.model({ name: "Credit scoring", provider: "openai", riskTier: "HIGH" });
  const appended = await organisation.api.post<Stock["event"]>("/v1/audit", {
    modelId: model.id,
    eventType: "INFERENCE",
    payload: { latencyMs: 12 },
    tags: ["prod", "uk"],
  });
  const endpoint = await organisation.endpoint();
  await insertDelivery(organisation.id, endpoint.id, "FAILED");
  const deliveryId = await insertDelivery(organisation.id, endpoint.id, "DELIVERED");
  const verificationId = await insertVerification(organisation);
  await insertPackage(organisation, model.id, "FAILED");
  const evidence = await insertPackage(organisation, model.id, "READY");
  const [detection = { id: "" }] = await makeDetections(organisation, [
    { since: { status: "INVESTIGATING", assignedTo: "ada@example.com" } },
    {},
  ]);
  const importId = await sendQuietLogs(organisation);
  const overriddenHost = `${organisation.id.replace("_", "-")}.example.com`;
  await organisation.api.send("PUT", `/v1/shadow-ai/catalogue/overrides/${overriddenHost}`, { ignore: true });
  return {
    ...{ organisation, model, event: appended.body, endpoint, deliveryId, verificationId, evidence, detection },
    ...{ importId, overriddenHost },
  };
}

async function latestCheckpoint({ api }: TestOrganisation): Promise<Checkpoint> {
  return (await api.get<Checkpoint>("/v1/audit/checkpoint")).body;
}

const range = "from=2026-01-15T10:00:00.000Z&to=2099-01-15T10:00:00.000Z";
const eventFilters = (modelId: string) =>
  `modelId=${modelId}&eventType=INFERENCE&severity=INFO&source=API&tags=prod,uk&${range}`;

const csvMapping = encodeURIComponent(JSON.stringify({ columns: { when: "time", to: "host" } }));

/** Every operation of the document, called as it says, with every query parameter but a cursor. */
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
  "POST /audit/verify": ({ event }) => ({
    path: "/audit/verify",
    body: { eventId: event.id, expectedHash: event.blockHash },
  }),
  "GET /audit/{id}": ({ event }) => ({ path: `/audit/${event.id}` }),
  "GET /audit/checkpoint": () => ({ path: "/audit/checkpoint" }),
  "GET /audit/{id}/proof": async ({ organisation, event }) => ({
    path: `/audit/${event.id}/proof?size=${(await latestCheckpoint(organisation)).size}`,
  }),
  "GET /audit/consistency": async ({ organisation }) => ({
    path: `/audit/consistency?from=1&to=${(await latestCheckpoint(organisation)).size}`,
  }),
  "POST /audit/verify-chain": async ({ organisation }) => ({
    path: "/audit/verify-chain",
    body: { from: 1, to: 1_000_000, expectedHead: await latestCheckpoint(organisation), mode: "full" },
  }),
  "GET /audit/verifications/{id}": ({ verificationId }) => ({ path: `/audit/verifications/${verificationId}` }),
  "GET /evidence": ({ model }) => ({
    path: `/evidence?modelId=${model.id}&status=READY&framework=EU_AI_ACT_ANNEX_IV&limit=25`,
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
  "GET /shadow-ai/detections": () => ({
    path: `/shadow-ai/detections?status=INVESTIGATING&severity=MEDIUM&${range}&assignedTo=ada@example.com&provider=OpenAI&source=PROXY&q=openai&limit=25`,
  }),
  "GET /shadow-ai/stats": () => ({ path: "/shadow-ai/stats" }),
  "POST /shadow-ai/bulk": ({ detection }) => ({
    path: "/shadow-ai/bulk",
    body: { ids: [detection.id, "sad_none"], change: { notes: "Asked the team." } },
  }),
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
  "GET /shadow-ai/catalogue": () => ({ path: "/shadow-ai/catalogue" }),
  "GET /shadow-ai/catalogue/explain": () => ({ path: "/shadow-ai/catalogue/explain?host=api.openai.com" }),
  "PUT /shadow-ai/catalogue/overrides/{host}": () => ({
    path: "/shadow-ai/catalogue/overrides/*.example.net",
    body: { provider: { id: "example-ai", name: "Example AI" }, category: "LLM_API", dpa: "YES", note: "Ours." },
  }),
  "DELETE /shadow-ai/catalogue/overrides/{host}": ({ overriddenHost }) => ({
    path: `/shadow-ai/catalogue/overrides/${overriddenHost}`,
  }),
  "POST /sensors/observations": () => ({
    path: `/sensors/observations?source=edge&format=csv&timeZone=Europe/London&backfill=true&mapping=${csvMapping}`,
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
  "GET /verify/{packageHash}": ({ evidence }) => ({ path: `/verify/${evidence.packageHash}` }),
  "GET /verify/keys": () => ({ path: "/verify/keys" }),
  "GET /verify/keys/{file}": async ({ organisation }) => ({
    path: `/verify/keys/${(await latestCheckpoint(organisation)).keyId}.pem`,
  }),
  "GET /models": () => ({ path: "/models?archived=false&provider=openai&riskTier=HIGH&q=credit&limit=25" }),
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
  "GET /api-keys": () => ({ path: "/api-keys?limit=25" }),
  "POST /api-keys": () => ({
    path: "/api-keys",
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: { name: "Reader", scopes: ["audit:read"], expiresAt: "2099-01-15T10:00:00.000Z" },
  }),
  "GET /api-keys/{id}": ({ organisation }) => ({ path: `/api-keys/${organisation.apiKey.id}` }),
  "DELETE /api-keys/{id}": async ({ organisation }) => ({
    path: `/api-keys/${(await organisation.key(["audit:read"])).id}`,
  }),
  "POST /api-keys/{id}/rotate": async ({ organisation }) => ({
    path: `/api-keys/${(await organisation.key(["audit:read"])).id}/rotate`,
    headers: { "Idempotency-Key": "ide_4f9c2a71" },
    body: { overlapSeconds: 60 },
  }),
  "GET /openapi.json": () => ({ path: "/openapi.json" }),
};
