import { appendEvent, listEvents } from "@/lib/domains/audit-chain";
import { AppendEvent, AppendedEvent, EventList, ListEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit", {
  GET: route(
    {
      summary: "List audit events",
      description:
        "Newest first. Each event's hashes are recomputed as it is read (`verified`). A list is a picture of the chain at its first page: events appended since appear in the next list, not on later pages of this one. `total` is exact.",
      scope: "audit:read",
      limit: "audit.list",
      query: ListEventsQuery,
      response: EventList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => listEvents(ctx, query),
  ),
  POST: route(
    {
      summary: "Append an audit event",
      description:
        "Answers once the event is committed to the organisation's chain. Its Idempotency-Key is kept with the event for ever; a repeat that arrives while the first request runs waits for it and gets its answer.",
      scope: "audit:write",
      limit: "audit.write",
      body: AppendEvent,
      response: AppendedEvent,
      status: 201,
      idempotent: "verb",
      errors: ["model_not_registered", "idempotency_key_reused", "unavailable"],
    },
    async (ctx, { body, idempotency }) => {
      const { event, replayed } = await appendEvent(ctx, body, idempotency);
      return replayed ? Reply.data(event, { headers: { "Idempotent-Replayed": "true" } }) : event;
    },
  ),
});
