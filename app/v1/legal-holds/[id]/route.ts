import { resource, route } from "@/lib/http";
import { IdParams } from "@/lib/http/schemas";
import { getHold } from "@/lib/legal-holds";
import { LegalHold } from "@/lib/legal-holds/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/legal-holds/{id}", {
  GET: route(
    {
      summary: "Read a legal hold",
      description: "One hold, also one that was released. Holds are never deleted.",
      scope: "admin",
      permission: "holds:read",
      limit: "legal-holds.read",
      params: IdParams,
      response: LegalHold,
      errors: ["not_found"],
    },
    (ctx, { params }) => getHold(ctx, params.id),
  ),
});
