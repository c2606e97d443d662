import { renewInvitation } from "@/lib/domains/members";
import { Member } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/members/{id}/invitation", {
  POST: route(
    {
      summary: "Send an invitation again",
      description: "With a new link, for seven days from now; the one before works no more. 409 where none is open.",
      scope: "admin",
      limit: "other.write",
      params: IdParams,
      response: Member,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params }) => renewInvitation(ctx, params.id),
  ),
});
