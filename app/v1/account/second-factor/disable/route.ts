import { disableSecondFactor } from "@/lib/domains/members";
import { DisableSecondFactor } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/account/second-factor/disable", {
  POST: route(
    {
      summary: "Turn your second factor off",
      description: "With a code of the app or a recovery code, and with your password where you have one.",
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
