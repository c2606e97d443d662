import { resetSecondFactor } from "@/lib/domains/members";
import { Member } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/members/{id}/second-factor/reset", {
  POST: route(
    {
      summary: "Take a member's second factor away",
      description:
        "For somebody who lost it. They are told by mail and signed out everywhere. 409 where there is none, and for one's own.",
      scope: "admin",
      limit: "other.write",
      params: IdParams,
      response: Member,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params }) => resetSecondFactor(ctx, params.id),
  ),
});
