import { changePassword } from "@/lib/domains/members";
import { ChangePassword } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/account/password", {
  POST: route(
    {
      summary: "Change your password",
      description:
        "Ends all your other sessions and notifies you by e-mail. Returns 409 if your account has no password because you sign in with OpenID.",
      scope: "session",
      limit: "other.write",
      body: ChangePassword,
      response: "empty",
      status: 204,
      errors: ["conflict"],
    },
    (ctx, { body }) => changePassword(ctx, body),
  ),
});
