import { rotateStreamSecret, versionOf } from "@/lib/domains/audit-streams";
import { AuditStream, CreatedAuditStream, RotateStreamSecret } from "@/lib/domains/audit-streams/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "stream", of: (stream: object) => versionOf(AuditStream.parse(stream)) };

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
      version,
      idempotent: true,
      secretMembers: ["signingSecret"],
      errors: ["not_found"],
    },
    (ctx, { params, body }) => rotateStreamSecret(ctx, params.id, body),
  ),
});
