import { beginSecondFactor } from "@/lib/domains/members";
import { SecondFactorSetup } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/account/second-factor", {
  POST: route(
    {
      summary: "Set up an authenticator app",
      description:
        "Returns a secret for the app (RFC 6238). 2FA is enabled once you confirm a code. Each request creates a new secret. Returns 409 if 2FA is already enabled.",
      scope: "session",
      limit: "other.write",
      response: SecondFactorSetup,
      errors: ["conflict"],
    },
    (ctx) => beginSecondFactor(ctx),
  ),
});
