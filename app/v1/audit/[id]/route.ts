import { AuditEventDetail } from "@/lib/domains/audit-chain/schemas";
import { getEventWithTickets } from "@/lib/domains/integrations";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/{id}", {
  GET: route(
    {
      summary: "Get an audit event",
      description:
        "The event with all members needed to recompute its hashes, and the integration tickets that name it. Tickets are not hashed.",
      scope: "audit:read",
      limit: "audit.read",
      params: IdParams,
      response: AuditEventDetail,
      errors: ["not_found"],
    },
    (ctx, { params }) => getEventWithTickets(ctx, params.id),
  ),
});
