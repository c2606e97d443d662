import { rotateStreamSecret, versionOf } from "@/lib/domains/audit-streams";
import { AuditStream, CreatedAuditStream, RotateStreamSecret } from "@/lib/domains/audit-streams/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "stream", of: (stream: object) => versionOf(AuditStream.parse(stream)) };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit-streams/{id}/rotate-secret", {
  POST: route(
    {
      summary: "Rotate an audit stream's signing secret",
      description:
        "Returns the new secret, once. Batches are also signed with the previous secret for `overlapSeconds`. If you rotate again during the overlap, the oldest secret expires immediately.",
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
