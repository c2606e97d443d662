import { rotateStreamSecret, versionOf } from "@/lib/audit-streams";
import { AuditStream, CreatedAuditStream, RotateStreamSecret } from "@/lib/audit-streams/schemas";
import { entityTag, Reply, resource, route } from "@/lib/http";
import { IdParams } from "@/lib/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit-streams/{id}/rotate-secret", {
  POST: route(
    {
      summary: "Replace an audit stream's signing secret",
      description:
        "The new secret is in this answer only. For `overlapSeconds` batches are signed with the old one too. A rotation within the overlap ends the oldest secret at once.",
      scope: "webhooks:write",
      limit: "webhooks.write",
      params: IdParams,
      body: RotateStreamSecret,
      response: CreatedAuditStream,
      responseHeaders: { ETag: "The stream's version, for `If-Match`." },
      idempotent: true,
      secretMembers: ["signingSecret"],
      errors: ["not_found"],
    },
    async (ctx, { params, body }) => {
      const rotated = await rotateStreamSecret(ctx, params.id, body);
      return Reply.data(rotated, { headers: { ETag: entityTag(versionOf(AuditStream.parse(rotated))) } });
    },
  ),
});
