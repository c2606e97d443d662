import { rotateSecret } from "@/lib/domains/webhooks";
import { CreatedWebhookEndpoint, RotateWebhookSecret, WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "endpoint", of: (endpoint: object) => WebhookEndpoint.parse(endpoint) };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/webhooks/{id}/rotate-secret", {
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
});
