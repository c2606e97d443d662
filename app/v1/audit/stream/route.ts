import { streamEvents, streamType } from "@/lib/domains/audit-chain";
import { exampleStream, StreamEventsQuery } from "@/lib/domains/audit-chain/schemas-streams";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/stream", {
  GET: route(
    {
      summary: "Stream audit events",
      description:
        "Returns the events after a position, oldest first, as one JSON value per line. The last line has the type `stream.position` and the position to continue from, even if no events match the filter. A response without that line is incomplete: continue after its last event. With `wait`, the response is sent when an event arrives, or with that line alone after the given time. Positions have no gaps and are never filled later. A position after the end of the chain returns 400, because it belongs to a different chain.",
      scope: "audit:read",
      limit: "audit.read",
      query: StreamEventsQuery,
      response: { stream: [streamType], examples: { [streamType]: exampleStream } },
    },
    async (ctx, { query, request }) => Reply.stream(await streamEvents(ctx, query, request.signal), streamType),
  ),
});
