import { deleteStream, getStream, updateStream, versionOf } from "@/lib/domains/audit-streams";
import { AuditStream, UpdateAuditStream } from "@/lib/domains/audit-streams/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "stream", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit-streams/{id}", {
  GET: route(
    {
      summary: "Read an audit stream",
      description: "Its settings, and how far it is behind the chain. Its `ETag` is of the settings alone.",
      scope: "webhooks:read",
      limit: "webhooks.read",
      params: IdParams,
      response: AuditStream,
      version,
      errors: ["not_found"],
    },
    (ctx, { params }) => getStream(ctx, params.id),
  ),

  PATCH: route(
    {
      summary: "Change an audit stream",
      description:
        "Sets the fields that are given; the position stays. `status: PAUSED` sends nothing until `status: ACTIVE`, which goes on where the stream stands, also where the service disabled it. A URL of another host wants the `authorization` again. Needs `audit:read` as well. With `If-Match` the change is refused (412) when the settings have changed since they were read.",
      scope: "webhooks:write",
      limit: "webhooks.write",
      params: IdParams,
      body: UpdateAuditStream,
      response: AuditStream,
      version,
      errors: ["not_found", "precondition_failed", "model_not_registered"],
    },
    (ctx, { params, body, expectedVersion }) => updateStream(ctx, params.id, body, expectedVersion),
  ),

  DELETE: route(
    {
      summary: "Delete an audit stream",
      description:
        "Ends it for good, with its secrets: from then on it is not found (404), by a second deletion neither.",
      scope: "webhooks:write",
      limit: "webhooks.write",
      params: IdParams,
      response: "empty",
      status: 204,
      errors: ["not_found"],
    },
    (ctx, { params }) => deleteStream(ctx, params.id),
  ),
});
