import { rotateIntegrationSecret, versionOf } from "@/lib/domains/integrations";
import { CreatedIntegration, RotateIntegrationSecret } from "@/lib/domains/integrations/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "integration", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/integrations/{id}/rotate-secret", {
  POST: route(
    {
      summary: "Replace an integration's secret",
      description:
        "The new secret is in this answer only. For `overlapSeconds` deliveries that are signed with the old one are taken too. A rotation within the overlap ends the oldest secret at once.",
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
