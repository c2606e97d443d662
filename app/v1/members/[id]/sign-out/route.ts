import { signOutMember } from "@/lib/domains/members";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/members/{id}/sign-out", {
  POST: route(
    {
      summary: "Sign a member out everywhere",
      description: "Ends all the member's sessions within five seconds. The member can sign in again.",
      scope: "admin",
      limit: "other.write",
      params: IdParams,
      response: "empty",
      status: 204,
      errors: ["not_found"],
    },
    (ctx, { params }) => signOutMember(ctx, params.id),
  ),
});
