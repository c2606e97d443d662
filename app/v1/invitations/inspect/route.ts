import { inspectInvitation, requireAttempt } from "@/lib/domains/members";
import { InspectInvitation, Invitation } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";
import { clientAddress } from "@/lib/platform/http/request";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/invitations/inspect", {
  POST: route(
    {
      summary: "Get an invitation",
      description:
        "Requires the token from the invitation link. Returns 404 if the invitation was used, has expired or was replaced.",
      scope: "public",
      limit: "unlimited",
      body: InspectInvitation,
      response: Invitation,
      errors: ["not_found", "rate_limited"],
    },
    async (ctx, { body, request }) => {
      await requireAttempt("invitation", clientAddress(request), ctx.clock);
      return inspectInvitation(ctx, body);
    },
  ),
});
