import {
  createStream,
  deleteStream,
  getStream,
  listBatches,
  listStreams,
  rotateStreamSecret,
  testStream,
  updateStream,
  versionOf,
} from "@/lib/domains/audit-streams";
import {
  AuditStream,
  AuditStreamList,
  CreateAuditStream,
  CreatedAuditStream,
  ListAuditStreams,
  RotateStreamSecret,
  StreamBatchList,
  StreamTest,
  UpdateAuditStream,
} from "@/lib/domains/audit-streams/schemas";
import { Reply, resources, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

const version = { noun: "stream", of: (stream: object) => versionOf(AuditStream.parse(stream)) };

export const auditStreams = resources({
  "/v1/audit-streams": {
    GET: route(
      {
        summary: "List audit streams",
        description: "Lists the organisation's streams with their delivery progress, newest first.",
        scope: "webhooks:read",
        limit: "webhooks.read",
        query: ListAuditStreams,
        response: AuditStreamList,
        errors: ["invalid_cursor"],
      },
      (ctx, { query }) => listStreams(ctx, query),
    ),

    POST: route(
      {
        summary: "Create an audit stream",
        description:
          "Sends all events that match the filter to your receiver, in batches and in chain order, starting at `from`. Returns the signing secret, once. Batches contain full events, so `audit:read` is also required (403). An organisation can have up to 20 streams (409).",
        scope: "webhooks:write",
        limit: "webhooks.write",
        body: CreateAuditStream,
        response: CreatedAuditStream,
        version,
        responseHeaders: { Location: "The stream's path." },
        status: 201,
        idempotent: true,
        secretMembers: ["signingSecret"],
        errors: ["conflict", "model_not_registered"],
      },
      async (ctx, { body }) => {
        const created = await createStream(ctx, body);
        return Reply.data(created, { headers: { Location: `/v1/audit-streams/${created.id}` } });
      },
    ),
  },
  "/v1/audit-streams/{id}": {
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
  },
  "/v1/audit-streams/{id}/rotate-secret": {
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
  },
  "/v1/audit-streams/{id}/test": {
    POST: route(
      {
        summary: "Test an audit stream",
        description:
          "Sends one line of type `stream.test` with the header `X-Stream-Test: true` and returns the result within 10 seconds. The position does not change. You can also test paused streams.",
        scope: "webhooks:write",
        limit: "webhooks.write",
        params: IdParams,
        response: StreamTest,
        errors: ["not_found"],
      },
      (ctx, { params }) => testStream(ctx, params.id),
    ),
  },
  "/v1/audit-streams/{id}/batches": {
    GET: route(
      {
        summary: "List recent batches of an audit stream",
        description:
          "Returns the latest 100 delivery attempts, newest first. A batch that was retried has one entry per attempt.",
        scope: "webhooks:read",
        limit: "webhooks.read",
        params: IdParams,
        response: StreamBatchList,
        errors: ["not_found"],
      },
      (ctx, { params }) => listBatches(ctx, params.id),
    ),
  },
});
