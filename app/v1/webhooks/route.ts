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
        "The organisation's endpoints, newest first. Endpoints made while you page through show on no later page.",
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
        "It is told of what happens from now on. The signing secret is in this answer only. An organisation may have 50 endpoints (409). `Location` says where it is.",
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
