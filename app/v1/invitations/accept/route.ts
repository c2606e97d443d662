import { acceptInvitation, requireAttempt } from "@/lib/domains/members";
import { AcceptInvitation } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";
import { clientAddress } from "@/lib/platform/http/request";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/invitations/accept", {
  POST: route(
    {
      summary: "Accept an invitation",
      description:
        "Sets the member's name and password. The member can then sign in. An invitation can be accepted once.",
      scope: "public",
      limit: "unlimited",
      body: AcceptInvitation,
      response: "empty",
      status: 204,
      errors: ["not_found", "rate_limited"],
    },
    async (ctx, { body, request }) => {
      await requireAttempt("invitation", clientAddress(request), ctx.clock);
      await acceptInvitation(ctx, body);
    },
  ),
});
