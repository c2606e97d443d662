import { deleteEndpoint, getEndpoint, updateEndpoint } from "@/lib/domains/webhooks";
import { UpdateWebhookEndpoint, WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "endpoint" };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/webhooks/{id}", {
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
        "Sets the given fields. Pending deliveries are sent to the new URL. `active: false` marks pending deliveries as FAILED. `active: true` enables the endpoint, also if the service disabled it, and resets its failure count. With `If-Match`, returns 412 if the endpoint has changed since it was read.",
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
});
