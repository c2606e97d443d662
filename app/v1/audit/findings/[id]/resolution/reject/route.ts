import { rejectResolution } from "@/lib/domains/audit-chain";
import { IntegrityFinding } from "@/lib/domains/audit-chain/schemas-verification";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/findings/{id}/resolution/reject", {
  POST: route(
    {
      summary: "Reject the resolution of a finding",
      description:
        "Rejects the resolution request and reopens the finding. The administrator who made the request uses this operation to withdraw it. The decision is recorded on the audit chain. 409 if there is no request.",
      scope: "session",
      permission: "findings:resolve",
      limit: "other.write",
      params: IdParams,
      response: IntegrityFinding,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params }) => rejectResolution(ctx, params.id),
  ),
});
