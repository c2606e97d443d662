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
      description: "The organisation's streams, newest first, each with how far it is behind the chain.",
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
        "Sends every event that the filter lets through to a receiver of yours, in batches and in the chain's order, from where `from` says. The signing secret is in this answer only. The events go with their contents: the caller also needs `audit:read` (403). An organisation may have 20 streams (409).",
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
