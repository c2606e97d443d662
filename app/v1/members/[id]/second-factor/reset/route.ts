import { resetSecondFactor } from "@/lib/domains/members";
import { Member } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/members/{id}/second-factor/reset", {
  POST: route(
    {
      summary: "Reset a member's two-factor authentication",
      description:
        "For a member who lost their authenticator. Signs them out everywhere and notifies them by e-mail. Returns 409 if 2FA is not enabled, or for your own account.",
      scope: "admin",
      limit: "other.write",
      params: IdParams,
      response: Member,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params }) => resetSecondFactor(ctx, params.id),
  ),
});
