import { confirmResolution } from "@/lib/domains/audit-chain";
import { IntegrityFinding } from "@/lib/domains/audit-chain/schemas-verification";
import { findSharedControl } from "@/lib/domains/credentials";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/findings/{id}/resolution/confirm", {
  POST: route(
    {
      summary: "Confirm the resolution of a finding",
      description:
        "Resolves the finding: it no longer counts as open, and stays in the history. If a later verification finds the same problem, the finding opens again. The decision is recorded on the audit chain. 403 for the administrator who requested the resolution; 409 if there is no request.",
      scope: "session",
      permission: "findings:resolve",
      limit: "other.write",
      params: IdParams,
      response: IntegrityFinding,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params }) => confirmResolution(ctx, params.id, findSharedControl),
  ),
});
