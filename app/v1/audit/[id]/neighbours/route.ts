import { getNeighbours } from "@/lib/domains/audit-chain";
import { EventNeighbours } from "@/lib/domains/audit-chain/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/{id}/neighbours", {
  GET: route(
    {
      summary: "Get the neighbours of an event",
      description:
        "The previous and the next event. On an intact chain, `previous.blockHash` equals the event's `previousHash`, and its `blockHash` equals `next.previousHash`.",
      scope: "audit:read",
      limit: "audit.read",
      params: IdParams,
      response: EventNeighbours,
      errors: ["not_found"],
    },
    (ctx, { params }) => getNeighbours(ctx, params.id),
  ),
});
