import { rotateSecret } from "@/lib/domains/webhooks";
import { CreatedWebhookEndpoint, RotateWebhookSecret, WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "endpoint", of: (endpoint: object) => WebhookEndpoint.parse(endpoint) };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/webhooks/{id}/rotate-secret", {
  POST: route(
    {
      summary: "Replace a webhook endpoint's signing secret",
      description:
        "The new secret is in this answer only. For `overlapSeconds` deliveries are signed with the old one too: `X-Service-Signature` has two `v1=` values then. A rotation within the overlap ends the oldest secret at once.",
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
});
