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
import { recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "webhooks:read", limit: "webhooks.read" } as const;
const write = { scope: "webhooks:write", limit: "webhooks.write" } as const;

const version = { noun: "stream", of: (stream: object) => versionOf(AuditStream.parse(stream)) };

export const auditStreams = resources({
  "/v1/audit-streams": {
    GET: route({
      ...read,
      summary: "List audit streams",
      description: "Returns the organisation's streams with their delivery progress, newest first.",
      query: ListAuditStreams,
      response: AuditStreamList,
      handler: (ctx, { query }) => listStreams(ctx, query),
    }),

    POST: route({
      ...write,
      summary: "Create an audit stream",
      description:
        "Creates a stream that sends all events that match the filter to your receiver, in batches and in chain order, starting at `from`. The signing secret is returned only in this response. Batches contain full events, so `audit:read` is also required. Returns 409 if the organisation already has 20 streams.",
      body: CreateAuditStream,
      response: CreatedAuditStream,
      version,
      status: 201,
      location: "/v1/audit-streams",
      idempotent: true,
      secretMembers: ["signingSecret"],
      errors: ["conflict", "model_not_registered"],
      handler: (ctx, { body }) => createStream(ctx, body),
    }),
  },
  "/v1/audit-streams/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get an audit stream",
      description:
        "Returns the settings and the delivery progress of a stream. Only changes to the settings change the `ETag`.",
      response: AuditStream,
      version,
      handler: (ctx, { params }) => getStream(ctx, params.id),
    }),

    PATCH: recordRoute({
      ...write,
      summary: "Update an audit stream",
      description:
        "Updates the fields that you send. The position does not change. `status: PAUSED` stops the stream. `status: ACTIVE` resumes it from its current position, even if the service disabled it. If the new URL has a different host, `authorization` is required. Also requires `audit:read`. With `If-Match`, returns 412 if the settings have changed since you read them.",
      body: UpdateAuditStream,
      response: AuditStream,
      version,
      errors: ["precondition_failed", "model_not_registered"],
      handler: (ctx, { params, body, expectedVersion }) => updateStream(ctx, params.id, body, expectedVersion),
    }),

    DELETE: recordRoute({
      ...write,
      summary: "Delete an audit stream",
      description: "Permanently deletes the stream and its secrets. Later requests return 404.",
      handler: (ctx, { params }) => deleteStream(ctx, params.id),
    }),
  },
  "/v1/audit-streams/{id}/rotate-secret": {
    POST: recordRoute({
      ...write,
      summary: "Rotate an audit stream's signing secret",
      description:
        "Creates a new secret, which is returned only in this response. Batches are also signed with the previous secret for `overlapSeconds`. If you rotate again during the overlap, the oldest secret expires immediately.",
      body: RotateStreamSecret,
      response: CreatedAuditStream,
      version,
      idempotent: true,
      secretMembers: ["signingSecret"],
      handler: (ctx, { params, body }) => rotateStreamSecret(ctx, params.id, body),
    }),
  },
  "/v1/audit-streams/{id}/test": {
    POST: recordRoute({
      ...write,
      summary: "Test an audit stream",
      description:
        "Sends a request with one line of type `stream.test` and an `X-Stream-Test: true` header, and returns the result within 10 seconds. The position does not change. You can also test paused streams.",
      response: StreamTest,
      handler: (ctx, { params }) => testStream(ctx, params.id),
    }),
  },
  "/v1/audit-streams/{id}/batches": {
    GET: recordRoute({
      ...read,
      summary: "List recent batches of an audit stream",
      description:
        "Returns the latest 100 delivery attempts, newest first. A batch that was retried has one entry per attempt.",
      response: StreamBatchList,
      handler: (ctx, { params }) => listBatches(ctx, params.id),
    }),
  },
});
