import { createEndpoint, listEndpoints } from "@/lib/domains/webhooks";
import {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  ListWebhookEndpoints,
  WebhookEndpoint,
  WebhookEndpointList,
} from "@/lib/domains/webhooks/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

const version = { noun: "endpoint", of: (endpoint: object) => WebhookEndpoint.parse(endpoint) };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/webhooks", {
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
});
