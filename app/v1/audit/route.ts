import { appendEvent, listEvents } from "@/lib/domains/audit-chain";
import { AppendEvent, AppendedEvent, EventList, ListEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit", {
  GET: route(
    {
      summary: "List audit events",
      description:
        "Newest first. The service recomputes each event's hashes (`verified`). All pages of a list show the chain as of the first page: events appended later appear only in a new list. `total` is exact.",
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
        "Responds once the event is committed to the organisation's chain. The Idempotency-Key is stored permanently with the event. A repeated request that arrives while the first one is in progress waits and returns the same response.",
      scope: "audit:write",
      limit: "audit.write",
      body: AppendEvent,
      response: AppendedEvent,
      status: 201,
      idempotent: "operation",
      errors: ["model_not_registered", "idempotency_key_reused", "unavailable"],
    },
    async (ctx, { body, idempotency }) => {
      const { event, replayed } = await appendEvent(ctx, body, idempotency);
      return replayed ? Reply.data(event, { headers: { "Idempotent-Replayed": "true" } }) : event;
    },
  ),
});
