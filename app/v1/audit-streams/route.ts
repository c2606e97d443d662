import { createStream, listStreams, versionOf } from "@/lib/domains/audit-streams";
import {
  AuditStream,
  AuditStreamList,
  CreateAuditStream,
  CreatedAuditStream,
  ListAuditStreams,
} from "@/lib/domains/audit-streams/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

const version = { noun: "stream", of: (stream: object) => versionOf(AuditStream.parse(stream)) };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit-streams", {
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
});
