import { getHold } from "@/lib/domains/legal-holds";
import { LegalHold } from "@/lib/domains/legal-holds/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/legal-holds/{id}", {
  GET: route(
    {
      summary: "Get a legal hold",
      description: "Includes released holds. Holds are never deleted.",
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
