import { releaseHold } from "@/lib/domains/legal-holds";
import { LegalHold, ReleaseLegalHold } from "@/lib/domains/legal-holds/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/legal-holds/{id}/release", {
  POST: route(
    {
      summary: "Release a legal hold",
      description:
        "Ends the hold permanently and records it on the chain. Data that no other hold covers can be erased again, and data past its retention period is deleted within a day. Returns 409 if the hold was already released.",
      scope: "admin",
      permission: "holds:manage",
      limit: "legal-holds.write",
      params: IdParams,
      body: ReleaseLegalHold,
      response: LegalHold,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params, body }) => releaseHold(ctx, params.id, body),
  ),
});
