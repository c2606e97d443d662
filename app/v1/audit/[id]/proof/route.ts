import { proveInclusion } from "@/lib/domains/audit-chain";
import { InclusionProof, InclusionProofQuery } from "@/lib/domains/audit-chain/schemas-proofs";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/{id}/proof", {
  GET: route(
    {
      summary: "Get an inclusion proof",
      description:
        "The RFC 6962 inclusion proof of the event in the tree of `size` leaves, with the checkpoint that signs its root. If no checkpoint covers the event yet, the service issues one. Each proof is checked before it is returned. For an event that was changed, the response is 409.",
      scope: "audit:read",
      limit: "audit.read",
      params: IdParams,
      query: InclusionProofQuery,
      response: InclusionProof,
      errors: ["not_found", "conflict", "unavailable"],
    },
    (ctx, { params, query }) => proveInclusion(ctx, params.id, query),
  ),
});
