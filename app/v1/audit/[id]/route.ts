import { getEvent } from "@/lib/audit-chain";
import { AuditEventDetail } from "@/lib/audit-chain/schemas";
import { resource, route } from "@/lib/http";
import { IdParams } from "@/lib/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/{id}", {
  GET: route(
    {
      summary: "Read an audit event",
      description: "The whole event, with everything needed to recompute its hashes.",
      scope: "audit:read",
      limit: "audit.read",
      params: IdParams,
      response: AuditEventDetail,
      errors: ["not_found"],
    },
    (ctx, { params }) => getEvent(ctx, params.id),
  ),
});
