import { entityTag, Reply, resource, route } from "@/lib/http";
import { IdParams } from "@/lib/http/schemas";
import { rotateIntegrationSecret, versionOf } from "@/lib/integrations";
import { CreatedIntegration, RotateIntegrationSecret } from "@/lib/integrations/schemas";

export const dynamic = "force-dynamic";

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
      responseHeaders: { ETag: "The version of its settings, for `If-Match`." },
      idempotent: true,
      secretMembers: ["secret"],
      errors: ["not_found"],
    },
    async (ctx, { params, body }) => {
      const rotated = await rotateIntegrationSecret(ctx, params.id, body);
      return Reply.data(rotated, { headers: { ETag: entityTag(versionOf(rotated)) } });
    },
  ),
});
