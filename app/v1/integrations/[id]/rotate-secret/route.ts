import { rotateIntegrationSecret, versionOf } from "@/lib/domains/integrations";
import { CreatedIntegration, RotateIntegrationSecret } from "@/lib/domains/integrations/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "integration", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/integrations/{id}/rotate-secret", {
  POST: route(
    {
      summary: "Rotate an integration's secret",
      description:
        "Returns the new secret, once. Deliveries signed with the previous secret are also accepted for `overlapSeconds`. If you rotate again during the overlap, the oldest secret expires immediately.",
      scope: "admin",
      limit: "integrations.write",
      params: IdParams,
      body: RotateIntegrationSecret,
      response: CreatedIntegration,
      version,
      idempotent: true,
      secretMembers: ["secret"],
      errors: ["not_found"],
    },
    (ctx, { params, body }) => rotateIntegrationSecret(ctx, params.id, body),
  ),
});
