import { disableSecondFactor } from "@/lib/domains/members";
import { DisableSecondFactor } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/account/second-factor/disable", {
  POST: route(
    {
      summary: "Disable two-factor authentication",
      description: "Requires a code or a recovery code and, if your account has one, your password.",
      scope: "session",
      limit: "other.write",
      body: DisableSecondFactor,
      response: "empty",
      status: 204,
      errors: ["conflict"],
    },
    (ctx, { body }) => disableSecondFactor(ctx, body),
  ),
});
