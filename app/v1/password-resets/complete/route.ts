import { completePasswordReset, requireAttempt } from "@/lib/domains/members";
import { CompletePasswordReset } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";
import { clientAddress } from "@/lib/platform/http/request";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/password-resets/complete", {
  POST: route(
    {
      summary: "Complete a password reset",
      description:
        "Requires the token from the reset link, which works once. Ends all the member's sessions. 2FA is not affected.",
      scope: "public",
      limit: "unlimited",
      body: CompletePasswordReset,
      response: "empty",
      status: 204,
      errors: ["not_found", "rate_limited"],
    },
    async (ctx, { body, request }) => {
      await requireAttempt("password-reset-link", clientAddress(request), ctx.clock);
      await completePasswordReset(ctx, body);
    },
  ),
});
