import { requestPasswordReset, requireAttempt } from "@/lib/domains/members";
import { Accepted, RequestPasswordReset } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";
import { authenticate } from "@/lib/platform/http/authenticate";
import { clientAddress } from "@/lib/platform/http/request";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/password-resets", {
  POST: route(
    {
      summary: "Request a password reset",
      description:
        "Sends an e-mail with a single-use link that is valid for one hour, at most three times an hour. The response is the same for an unknown address. If an administrator requests it for another member, the other administrators are notified.",
      scope: "public",
      limit: "unlimited",
      body: RequestPasswordReset,
      response: Accepted,
      status: 202,
      errors: ["rate_limited"],
    },
    async (ctx, { body, request }) => {
      await requireAttempt("password-reset", clientAddress(request), ctx.clock);
      // A reset needs no authentication, so invalid credentials are ignored.
      await requestPasswordReset(ctx, body, await authenticate(request).catch(() => undefined));
      return {};
    },
  ),
});
