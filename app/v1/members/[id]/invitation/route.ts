import { renewInvitation } from "@/lib/domains/members";
import { Member } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/members/{id}/invitation", {
  POST: route(
    {
      summary: "Resend an invitation",
      description:
        "Sends a new link that is valid for seven days and replaces the previous one. Returns 409 if the member has no open invitation.",
      scope: "admin",
      limit: "other.write",
      params: IdParams,
      response: Member,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params }) => renewInvitation(ctx, params.id),
  ),
});
