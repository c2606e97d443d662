import { confirmSecondFactor } from "@/lib/domains/members";
import { ConfirmSecondFactor, RecoveryCodes } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/account/second-factor/confirm", {
  POST: route(
    {
      summary: "Enable two-factor authentication",
      description:
        "Requires a code from the authenticator app that you set up. The recovery codes are returned only in this response.",
      scope: "session",
      limit: "other.write",
      body: ConfirmSecondFactor,
      response: RecoveryCodes,
      errors: ["conflict"],
    },
    (ctx, { body }) => confirmSecondFactor(ctx, body),
  ),
});
