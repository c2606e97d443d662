import { createIntegration, listIntegrations, versionOf } from "@/lib/domains/integrations";
import {
  CreatedIntegration,
  CreateIntegration,
  IntegrationList,
  ListIntegrations,
} from "@/lib/domains/integrations/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

const version = { noun: "integration", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/integrations", {
  GET: route(
    {
      summary: "List integrations",
      description:
        "Lists the organisation's integrations, newest first. Integrations created while you page through the list are not included.",
      scope: "admin",
      permission: "integrations:read",
      limit: "integrations.read",
      query: ListIntegrations,
      response: IntegrationList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => listIntegrations(ctx, query),
  ),

  POST: route(
    {
      summary: "Create an integration",
      description:
        "Creates a receiver for a product's webhooks: `POST /v1/integrations/{id}/events`. Returns the secret that the product must sign with, once. An organisation can have up to 50 integrations (409).",
      scope: "admin",
      limit: "integrations.write",
      body: CreateIntegration,
      response: CreatedIntegration,
      version,
      responseHeaders: { Location: "The integration's path." },
      status: 201,
      idempotent: true,
      secretMembers: ["secret"],
      errors: ["conflict", "model_not_registered"],
    },
    async (ctx, { body }) => {
      const created = await createIntegration(ctx, body);
      return Reply.data(created, { headers: { Location: `/v1/integrations/${created.id}` } });
    },
  ),
});
