import { getVerification } from "@/lib/audit-chain";
import { Verification } from "@/lib/audit-chain/schemas-verification";
import { resource, route } from "@/lib/http";
import { IdParams } from "@/lib/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/verifications/{id}", {
  GET: route(
    {
      summary: "Read a verification of a long audit chain",
      description: "How far it is while `status` is `running`; then what `POST /v1/audit/verify-chain` would answer.",
      scope: "audit:read",
      limit: "audit.read",
      params: IdParams,
      response: Verification,
      errors: ["not_found"],
    },
    (ctx, { params }) => getVerification(ctx, params.id),
  ),
});
