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
import { Reply, resources, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

const version = { noun: "endpoint", of: (endpoint: object) => WebhookEndpoint.parse(endpoint) };

export const webhooks = resources({
  "/v1/webhooks": {
    GET: route(
      {
        summary: "List webhook endpoints",
        description:
          "Lists the organisation's endpoints, newest first. Endpoints created while you page through the list are not included.",
        scope: "webhooks:read",
        limit: "webhooks.read",
        query: ListWebhookEndpoints,
        response: WebhookEndpointList,
        errors: ["invalid_cursor"],
      },
      (ctx, { query }) => listEndpoints(ctx, query),
    ),

    POST: route(
      {
        summary: "Create a webhook endpoint",
        description:
          "The endpoint receives events that occur from now on. Returns the signing secret, once. An organisation can have up to 50 endpoints (409).",
        scope: "webhooks:write",
        limit: "webhooks.write",
        body: CreateWebhookEndpoint,
        response: CreatedWebhookEndpoint,
        version,
        responseHeaders: { Location: "The endpoint's path." },
        status: 201,
        idempotent: true,
        secretMembers: ["signingSecret"],
        errors: ["conflict"],
      },
      async (ctx, { body }) => {
        const created = await createEndpoint(ctx, body);
        return Reply.data(created, { headers: { Location: `/v1/webhooks/${created.id}` } });
      },
    ),
  },
  "/v1/webhooks/{id}": {
    GET: route(
      {
        summary: "Get a webhook endpoint",
        description: "Send the `ETag` as `If-Match` with a change.",
        scope: "webhooks:read",
        limit: "webhooks.read",
        params: IdParams,
        response: WebhookEndpoint,
        version,
        errors: ["not_found"],
      },
      (ctx, { params }) => getEndpoint(ctx, params.id),
    ),

    PATCH: route(
      {
        summary: "Update a webhook endpoint",
        description:
          "Sets the given fields. Pending deliveries are sent to the new URL. `active: false` marks pending deliveries as FAILED. `active: true` enables the endpoint, even if the service disabled it, and resets its failure count. With `If-Match`, returns 412 if the endpoint has changed since it was read.",
        scope: "webhooks:write",
        limit: "webhooks.write",
        params: IdParams,
        body: UpdateWebhookEndpoint,
        response: WebhookEndpoint,
        version,
        errors: ["not_found", "precondition_failed"],
      },
      (ctx, { params, body, expectedVersion }) => updateEndpoint(ctx, params.id, body, expectedVersion),
    ),

    DELETE: route(
      {
        summary: "Delete a webhook endpoint",
        description:
          "Permanently deletes the endpoint with its secrets and delivery history, and cancels pending deliveries. Later requests return 404.",
        scope: "webhooks:write",
        limit: "webhooks.write",
        params: IdParams,
        response: "empty",
        status: 204,
        errors: ["not_found"],
      },
      (ctx, { params }) => deleteEndpoint(ctx, params.id),
    ),
  },
  "/v1/webhooks/{id}/rotate-secret": {
    POST: route(
      {
        summary: "Rotate a webhook endpoint's signing secret",
        description:
          "Returns the new secret, once. Deliveries are also signed with the previous secret for `overlapSeconds`: `X-Service-Signature` then has two `v1=` values. If you rotate again during the overlap, the oldest secret expires immediately.",
        scope: "webhooks:write",
        limit: "webhooks.write",
        params: IdParams,
        body: RotateWebhookSecret,
        response: CreatedWebhookEndpoint,
        version,
        idempotent: true,
        secretMembers: ["signingSecret"],
        errors: ["not_found"],
      },
      (ctx, { params, body }) => rotateSecret(ctx, params.id, body),
    ),
  },
  "/v1/webhooks/{id}/test": {
    POST: route(
      {
        summary: "Send a test event",
        description:
          "Sends an envelope with example data and `livemode: false` to this endpoint only. You can use any event type, including types that the endpoint is not subscribed to. Returns 409 while the endpoint is disabled.",
        scope: "webhooks:write",
        limit: "webhooks.write",
        params: IdParams,
        body: TestEndpoint,
        response: Delivery,
        status: 201,
        idempotent: true,
        errors: ["not_found", "conflict"],
      },
      (ctx, { params, body }) => testEndpoint(ctx, params.id, body),
    ),
  },
  "/v1/webhooks/{id}/recover": {
    POST: route(
      {
        summary: "Replay failed deliveries",
        description:
          "Resends all FAILED deliveries created between `since` and `until`, oldest first. With `dryRun`, only counts them. Returns 409 while the endpoint is disabled.",
        scope: "webhooks:write",
        limit: "webhooks.write",
        params: IdParams,
        body: RecoverDeliveries,
        response: Recovery,
        errors: ["not_found", "conflict"],
      },
      (ctx, { params, body }) => recover(ctx, params.id, body),
    ),
  },
  "/v1/webhooks/{id}/deliveries": {
    GET: route(
      {
        summary: "List an endpoint's deliveries",
        description: "Lists finished and pending deliveries to the endpoint, newest first.",
        scope: "webhooks:read",
        limit: "webhooks.read",
        params: IdParams,
        query: ListDeliveries,
        response: DeliveryList,
        errors: ["not_found", "invalid_cursor"],
      },
      (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
    ),
  },
  "/v1/webhooks/{id}/deliveries/{deliveryId}": {
    GET: route(
      {
        summary: "Get a webhook delivery",
        description: "Returns the delivery with its envelope and the request and response of each attempt.",
        scope: "webhooks:read",
        limit: "webhooks.read",
        params: DeliveryParams,
        response: DeliveryDetail,
        errors: ["not_found"],
      },
      (ctx, { params }) => getDelivery(ctx, params.id, params.deliveryId),
    ),
  },
  "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
    POST: route(
      {
        summary: "Redeliver a webhook delivery",
        description:
          "Sends the same envelope with the same ID again, immediately, with up to five attempts. Attempt numbers continue. Works for deliveries in any status. Returns 409 while the endpoint is disabled.",
        scope: "webhooks:write",
        limit: "webhooks.write",
        params: DeliveryParams,
        response: Delivery,
        errors: ["not_found", "conflict"],
      },
      (ctx, { params }) => redeliver(ctx, params.id, params.deliveryId),
    ),
  },
});
