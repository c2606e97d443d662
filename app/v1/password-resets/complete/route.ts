import { resource, route } from "@/lib/http";
import { clientAddress } from "@/lib/http/request";
import { completePasswordReset, requireAttempt } from "@/lib/members";
import { CompletePasswordReset } from "@/lib/members/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/password-resets/complete", {
  POST: route(
    {
      summary: "Choose a new password by a mailed link",
      description: "All sessions end; the second factor stays as it is. A link is good once.",
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
