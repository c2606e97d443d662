import { getVerification } from "@/lib/domains/audit-chain";
import { Verification } from "@/lib/domains/audit-chain/schemas-verification";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/verifications/{id}", {
  GET: route(
    {
      summary: "Get a background verification",
      description:
        "The progress while `status` is `running`, then the result, as returned by `POST /v1/audit/verify-chain`.",
      scope: "audit:read",
      limit: "audit.read",
      params: IdParams,
      response: Verification,
      errors: ["not_found"],
    },
    (ctx, { params }) => getVerification(ctx, params.id),
  ),
});
