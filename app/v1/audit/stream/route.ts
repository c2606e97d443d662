import { streamEvents, streamType } from "@/lib/domains/audit-chain";
import { exampleStream, StreamEventsQuery } from "@/lib/domains/audit-chain/schemas-streams";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/stream", {
  GET: route(
    {
      summary: "Stream audit events",
      description:
        "The events behind a position, oldest first, a JSON value a line: each event with its `type`, and a last line of type `stream.position` that says where to go on, also where the filter let nothing through. An answer without that line broke off: go on behind the last event of it. With `wait` the answer comes as soon as there is an event, or with that line alone when the time is up. Positions have no gaps, and none is filled later. A position beyond the end of the chain is 400: the chain is not the one that gave it.",
      scope: "audit:read",
      limit: "audit.read",
      query: StreamEventsQuery,
      response: { stream: [streamType], examples: { [streamType]: exampleStream } },
    },
    async (ctx, { query, request }) => Reply.stream(await streamEvents(ctx, query, request.signal), streamType),
  ),
});
