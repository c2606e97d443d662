import {
  createEndpoint,
  deleteEndpoint,
  getDelivery,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  recover,
  redeliver,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
  versionOf,
} from "@/lib/domains/webhooks";
import {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  ListWebhookEndpoints,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointList,
} from "@/lib/domains/webhooks/schemas";
import {
  Delivery,
  DeliveryDetail,
  DeliveryList,
  DeliveryParams,
  ListDeliveries,
  RecoverDeliveries,
  Recovery,
  TestEndpoint,
} from "@/lib/domains/webhooks/schemas-deliveries";
import { recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "webhooks:read", limit: "webhooks.read" } as const;
const write = { scope: "webhooks:write", limit: "webhooks.write" } as const;

const version = { noun: "endpoint", of: (endpoint: object) => versionOf(WebhookEndpoint.parse(endpoint)) };

export const webhooks = resources({
  "/v1/webhooks": {
    GET: route({
      ...read,
      summary: "List webhook endpoints",
      description:
        "Returns the organisation's endpoints, newest first. Endpoints created while you page through the list do not appear on later pages.",
      query: ListWebhookEndpoints,
      response: WebhookEndpointList,
      handler: (ctx, { query }) => listEndpoints(ctx, query),
    }),

    POST: route({
      ...write,
      summary: "Create a webhook endpoint",
      description:
        "Creates an endpoint that receives events that occur after its creation. The signing secret is returned only in this response. Returns 409 if the organisation already has 50 endpoints.",
      body: CreateWebhookEndpoint,
      response: CreatedWebhookEndpoint,
      version,
      status: 201,
      location: "/v1/webhooks",
      idempotent: true,
      secretMembers: ["signingSecret"],
      errors: ["conflict"],
      handler: (ctx, { body }) => createEndpoint(ctx, body),
    }),
  },
  "/v1/webhooks/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get a webhook endpoint",
      description:
        "Returns an endpoint. When you update the endpoint, send its `ETag` as `If-Match` to avoid overwriting other changes.",
      response: WebhookEndpoint,
      version,
      handler: (ctx, { params }) => getEndpoint(ctx, params.id),
    }),

    PATCH: recordRoute({
      ...write,
      summary: "Update a webhook endpoint",
      description:
        "Updates the fields that you send. If you change the URL, pending deliveries are sent to the new URL. `active: false` marks pending deliveries as FAILED. `active: true` enables the endpoint, even if the service disabled it, and resets its failure count. With `If-Match`, returns 412 if the endpoint has changed since you read it.",
      body: UpdateWebhookEndpoint,
      response: WebhookEndpoint,
      version,
      errors: ["precondition_failed"],
      handler: (ctx, { params, body, expectedVersion }) => updateEndpoint(ctx, params.id, body, expectedVersion),
    }),

    DELETE: recordRoute({
      ...write,
      summary: "Delete a webhook endpoint",
      description:
        "Permanently deletes the endpoint with its secrets and delivery history, and cancels pending deliveries. Later requests return 404.",
      handler: (ctx, { params }) => deleteEndpoint(ctx, params.id),
    }),
  },
  "/v1/webhooks/{id}/rotate-secret": {
    POST: recordRoute({
      ...write,
      summary: "Rotate a webhook endpoint's signing secret",
      description:
        "Creates a new secret, which is returned only in this response. Deliveries are also signed with the previous secret for `overlapSeconds`. During this time, `X-Service-Signature` has two `v1=` values. If you rotate again during the overlap, the oldest secret expires immediately.",
      body: RotateWebhookSecret,
      response: CreatedWebhookEndpoint,
      version,
      idempotent: true,
      secretMembers: ["signingSecret"],
      handler: (ctx, { params, body }) => rotateSecret(ctx, params.id, body),
    }),
  },
  "/v1/webhooks/{id}/test": {
    POST: recordRoute({
      ...write,
      summary: "Send a test event",
      description:
        "Sends an envelope with example data and `livemode: false` to this endpoint only. You can use any event type, including types that the endpoint is not subscribed to. Returns 409 while the endpoint is disabled.",
      body: TestEndpoint,
      response: Delivery,
      status: 201,
      idempotent: true,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => testEndpoint(ctx, params.id, body),
    }),
  },
  "/v1/webhooks/{id}/recover": {
    POST: recordRoute({
      ...write,
      summary: "Replay failed deliveries",
      description:
        "Resends all FAILED deliveries created between `since` and `until`, oldest first. With `dryRun`, the deliveries are only counted. Returns 409 while the endpoint is disabled.",
      body: RecoverDeliveries,
      response: Recovery,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => recover(ctx, params.id, body),
    }),
  },
  "/v1/webhooks/{id}/deliveries": {
    GET: recordRoute({
      ...read,
      summary: "List an endpoint's deliveries",
      description: "Returns the finished and pending deliveries to the endpoint, newest first.",
      query: ListDeliveries,
      response: DeliveryList,
      handler: (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
    }),
  },
  "/v1/webhooks/{id}/deliveries/{deliveryId}": {
    GET: route({
      ...read,
      summary: "Get a webhook delivery",
      description: "Returns the delivery with its envelope and the request and response of each attempt.",
      params: DeliveryParams,
      response: DeliveryDetail,
      errors: ["not_found"],
      handler: (ctx, { params }) => getDelivery(ctx, params.id, params.deliveryId),
    }),
  },
  "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
    POST: route({
      ...write,
      summary: "Resend a webhook delivery",
      description:
        "Immediately resends the same envelope with the same ID, with up to five attempts. Attempt numbers continue from earlier attempts. You can redeliver a delivery in any status. Returns 409 while the endpoint is disabled.",
      params: DeliveryParams,
      response: Delivery,
      errors: ["not_found", "conflict"],
      handler: (ctx, { params }) => redeliver(ctx, params.id, params.deliveryId),
    }),
  },
});
