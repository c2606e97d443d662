import { deleteStream, getStream, updateStream, versionOf } from "@/lib/domains/audit-streams";
import { AuditStream, UpdateAuditStream } from "@/lib/domains/audit-streams/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "stream", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit-streams/{id}", {
  GET: route(
    {
      summary: "Get an audit stream",
      description: "Returns the settings and the delivery progress. The `ETag` covers the settings only.",
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
      summary: "Update an audit stream",
      description:
        "Sets the given fields and keeps the position. `status: PAUSED` stops the stream; `status: ACTIVE` resumes it at its position, including after the service disabled it. If the URL changes to another host, `authorization` is required. Also requires `audit:read`. With `If-Match`, returns 412 if the settings have changed since they were read.",
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
      description: "Permanently deletes the stream and its secrets. Later requests return 404.",
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
