import { deleteEndpoint, getEndpoint, updateEndpoint } from "@/lib/domains/webhooks";
import { UpdateWebhookEndpoint, WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "endpoint" };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/webhooks/{id}", {
  GET: route(
    {
      summary: "Read a webhook endpoint",
      description: "Its `ETag` can be sent as `If-Match` with a change.",
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
      summary: "Change a webhook endpoint",
      description:
        "Sets the fields that are given. What is on its way goes to the new URL. `active: false` ends what is not delivered yet as FAILED; `active: true` also enables an endpoint again that the service disabled, and from then on it is judged afresh. With `If-Match` the change is refused (412) when the endpoint has changed since it was read.",
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
        "Ends it for good, with its secrets and its record of deliveries: from then on it is not found (404), by a second deletion neither. What is not delivered yet ends.",
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
