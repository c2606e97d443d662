import type { Given } from "./given";
import type { Json, Outgoing } from "./row";

export interface Writer {
  /** As the OpenAPI document names it. */
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

/** Every operation that takes a JSON body, with one it would accept. */
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
  {
    operation: "POST /api-keys",
    valid: () => ({ method: "POST", path: "/v1/api-keys", body: { name: "A key", scopes: ["audit:read"] } }),
  },
  {
    operation: "POST /api-keys/{id}/rotate",
    valid: ({ keyId }) => ({ method: "POST", path: `/v1/api-keys/${keyId}/rotate`, body: { overlapSeconds: 60 } }),
  },
];
