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
        "Ends it for good; the chain has an event that says so. What no other hold covers may be erased again, and what was kept too long because of it is deleted within a day. One that was released before is 409.",
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
