import { beginSecondFactor } from "@/lib/domains/members";
import { SecondFactorSetup } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/account/second-factor", {
  POST: route(
    {
      summary: "Set an authenticator app up",
      description:
        "Answers the secret for it (RFC 6238). Nothing changes until it is confirmed with a code; to ask again makes another secret. 409 where the second factor is on.",
      scope: "session",
      limit: "other.write",
      response: SecondFactorSetup,
      errors: ["conflict"],
    },
    (ctx) => beginSecondFactor(ctx),
  ),
});
