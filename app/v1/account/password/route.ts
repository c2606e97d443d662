import { changePassword } from "@/lib/domains/members";
import { ChangePassword } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/account/password", {
  POST: route(
    {
      summary: "Change your password",
      description:
        "Every other session of yours ends, and you are told by mail. 409 for those who sign in with their organisation's account alone.",
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
