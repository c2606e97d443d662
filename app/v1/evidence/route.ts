import { listPackages } from "@/lib/domains/evidence";
import { EvidencePackageList, ListEvidence } from "@/lib/domains/evidence/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/evidence", {
  GET: route(
    {
      summary: "List evidence packages",
      description:
        "Returns the organisation's packages in any status, newest first. Packages requested while you page through do not appear on later pages.",
      scope: "evidence:read",
      limit: "evidence.read",
      query: ListEvidence,
      response: EvidencePackageList,
    },
    (ctx, { query }) => listPackages(ctx, query),
  ),
});
