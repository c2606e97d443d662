import { AuditEventDetail } from "@/lib/domains/audit-chain/schemas";
import { getEventWithTickets } from "@/lib/domains/integrations";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/{id}", {
  GET: route(
    {
      summary: "Read an audit event",
      description:
        "The whole event, with everything needed to recompute its hashes, and with the tickets of integrations that name it. Tickets stand beside the event: they are no part of what is hashed.",
      scope: "audit:read",
      limit: "audit.read",
      params: IdParams,
      response: AuditEventDetail,
      errors: ["not_found"],
    },
    (ctx, { params }) => getEventWithTickets(ctx, params.id),
  ),
});
