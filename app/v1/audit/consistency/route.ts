import { proveConsistency } from "@/lib/domains/audit-chain";
import { ConsistencyProof, ConsistencyProofQuery } from "@/lib/domains/audit-chain/schemas-proofs";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/consistency", {
  GET: route(
    {
      summary: "Get a consistency proof",
      description:
        "The RFC 6962 consistency proof between two tree sizes. With the roots of two checkpoints, it proves that the newer chain extends the older one.",
      scope: "audit:read",
      limit: "audit.read",
      query: ConsistencyProofQuery,
      response: ConsistencyProof,
      errors: ["not_found", "conflict", "unavailable"],
    },
    (ctx, { query }) => proveConsistency(ctx, query),
  ),
});
