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

/** Every operation that takes a body, with one it would accept. */
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
  { operation: "POST /models", valid: () => ({ method: "POST", path: "/v1/models", body: { name: "A model" } }) },
  {
    operation: "PATCH /models/{id}",
    valid: ({ modelId }) => ({ method: "PATCH", path: `/v1/models/${modelId}`, body: { description: "Changed" } }),
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
