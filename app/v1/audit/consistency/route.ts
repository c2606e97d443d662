import { proveConsistency } from "@/lib/domains/audit-chain";
import { ConsistencyProof, ConsistencyProofQuery } from "@/lib/domains/audit-chain/schemas-proofs";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/consistency", {
  GET: route(
    {
      summary: "Prove that the chain was only appended to",
      description:
        "The RFC 6962 consistency proof between the trees of two sizes: with the roots of two checkpoints it shows that the newer one begins with the older one.",
      scope: "audit:read",
      limit: "audit.read",
      query: ConsistencyProofQuery,
      response: ConsistencyProof,
      errors: ["not_found", "conflict", "unavailable"],
    },
    (ctx, { query }) => proveConsistency(ctx, query),
  ),
});
