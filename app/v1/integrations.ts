import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listDeliveries,
  listIntegrations,
  receiveDelivery,
  rotateIntegrationSecret,
  updateIntegration,
  versionOf,
} from "@/lib/domains/integrations";
import {
  CreatedIntegration,
  CreateIntegration,
  DeliveryList,
  DeliveryReceipt,
  Integration,
  IntegrationList,
  ListDeliveries,
  ListIntegrations,
  RotateIntegrationSecret,
  UpdateIntegration,
} from "@/lib/domains/integrations/schemas";
import { recordRoute, resources, route } from "@/lib/platform/http";
import { clientAddress } from "@/lib/platform/http/request";
import { IdParams } from "@/lib/platform/http/schemas";

const read = { scope: "admin", permission: "integrations:read", limit: "integrations.read" } as const;
const write = { scope: "admin", limit: "integrations.write" } as const;

const version = { noun: "integration", of: versionOf };

export const integrations = resources({
  "/v1/integrations": {
    GET: route({
      ...read,
      summary: "List integrations",
      description:
        "Returns the organisation's integrations, newest first. Integrations created while you page through the list do not appear on later pages.",
      query: ListIntegrations,
      response: IntegrationList,
      handler: (ctx, { query }) => listIntegrations(ctx, query),
    }),

    POST: route({
      ...write,
      summary: "Create an integration",
      description:
        "Creates an integration, which receives a product's webhooks at `POST /v1/integrations/{id}/events`. The product must sign its webhooks with the secret, which is returned only in this response. Returns 409 if the organisation already has 50 integrations.",
      body: CreateIntegration,
      response: CreatedIntegration,
      version,
      status: 201,
      location: "/v1/integrations",
      idempotent: true,
      secretMembers: ["secret"],
      errors: ["conflict", "model_not_registered"],
      handler: (ctx, { body }) => createIntegration(ctx, body),
    }),
  },
  "/v1/integrations/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get an integration",
      description:
        "Returns an integration. When you update the integration, send its `ETag` as `If-Match`. Deliveries do not change the `ETag`.",
      response: Integration,
      version,
      handler: (ctx, { params }) => getIntegration(ctx, params.id),
    }),

    PATCH: recordRoute({
      ...write,
      summary: "Update an integration",
      description:
        "Updates the fields that you send. `models` replaces the whole list. `enabled: true` restarts the `silentAfterHours` period. With `If-Match`, returns 412 if the settings have changed since you read them.",
      body: UpdateIntegration,
      response: Integration,
      version,
      errors: ["precondition_failed", "model_not_registered"],
      handler: (ctx, { params, body, expectedVersion }) => updateIntegration(ctx, params.id, body, expectedVersion),
    }),

    DELETE: recordRoute({
      ...write,
      summary: "Delete an integration",
      description:
        "Permanently deletes the integration and its secrets. Later requests return 404, and its deliveries are rejected (401). Events and linked tickets are kept.",
      handler: (ctx, { params }) => deleteIntegration(ctx, params.id),
    }),
  },
  "/v1/integrations/{id}/rotate-secret": {
    POST: recordRoute({
      ...write,
      summary: "Rotate an integration's secret",
      description:
        "Creates a new secret, which is returned only in this response. Deliveries signed with the previous secret are also accepted for `overlapSeconds`. If you rotate again during the overlap, the oldest secret expires immediately.",
      body: RotateIntegrationSecret,
      response: CreatedIntegration,
      version,
      idempotent: true,
      secretMembers: ["secret"],
      handler: (ctx, { params, body }) => rotateIntegrationSecret(ctx, params.id, body),
    }),
  },
  "/v1/integrations/{id}/events": {
    POST: route({
      summary: "Receive a product's webhook",
      description:
        "Receives webhooks from GitHub, Jira and MLflow. Each delivery must be signed with the integration's secret (`X-Hub-Signature-256`, `X-Hub-Signature` or `X-MLflow-Signature`). Returns 401 if the signature is not valid or the integration does not exist. A delivery is recorded at most once. A repeated delivery returns the original event. Signed deliveries count towards the organisation's `integrations.receive` rate limit. Other requests count towards the limit on failed requests from the client's IP address.",
      scope: "public",
      limit: "unlimited",
      params: IdParams,
      body: { stream: ["application/json"], encodings: [] },
      response: DeliveryReceipt,
      errors: ["unauthorized", "rate_limited", "invalid_json", "conflict", "model_not_registered"],
      handler: (ctx, { params, body, request }) =>
        receiveDelivery(ctx, {
          integrationId: params.id,
          headers: request.headers,
          body,
          clientAddress: clientAddress(request),
        }),
    }),
  },
  "/v1/integrations/{id}/deliveries": {
    GET: recordRoute({
      ...read,
      summary: "List an integration's deliveries",
      description:
        "Returns correctly signed deliveries and their results, newest first. Each delivery is listed once, even if it was sent repeatedly. Recorded deliveries are kept permanently, and ignored deliveries for 90 days. To find the events recorded from an integration, use this list instead of tags, because any caller can set a tag with the integration's ID.",
      query: ListDeliveries,
      response: DeliveryList,
      handler: (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
    }),
  },
});
