import { requestResolution } from "@/lib/domains/audit-chain";
import { IntegrityFinding, RequestResolution } from "@/lib/domains/audit-chain/schemas-verification";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/findings/{id}/resolution", {
  POST: route(
    {
      summary: "Request the resolution of a finding",
      description:
        "For a finding that turned out to be false, for example after a key rotation. Another administrator must confirm the request. The request is recorded on the audit chain. 409 if the finding is not open.",
      scope: "session",
      permission: "findings:resolve",
      limit: "other.write",
      params: IdParams,
      body: RequestResolution,
      response: IntegrityFinding,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params, body }) => requestResolution(ctx, params.id, body),
  ),
});
