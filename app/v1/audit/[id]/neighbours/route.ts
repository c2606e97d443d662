import { getNeighbours } from "@/lib/domains/audit-chain";
import { EventNeighbours } from "@/lib/domains/audit-chain/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/{id}/neighbours", {
  GET: route(
    {
      summary: "Read the events beside one in the chain",
      description:
        "The events at the positions before and after it: `previous.blockHash` is its `previousHash`, and its `blockHash` is `next.previousHash`, unless something was changed.",
      scope: "audit:read",
      limit: "audit.read",
      params: IdParams,
      response: EventNeighbours,
      errors: ["not_found"],
    },
    (ctx, { params }) => getNeighbours(ctx, params.id),
  ),
});
