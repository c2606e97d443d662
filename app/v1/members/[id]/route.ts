import { getMember, updateMember } from "@/lib/domains/members";
import { Member, UpdateMember } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/members/{id}", {
  GET: route(
    {
      summary: "Read a member",
      scope: "admin",
      permission: "members:read",
      limit: "other.read",
      params: IdParams,
      response: Member,
      errors: ["not_found"],
    },
    (ctx, { params }) => getMember(ctx, params.id),
  ),
  PATCH: route(
    {
      summary: "Change a member",
      description:
        "A role holds with the member's next request, everywhere within five seconds; to disable somebody also signs them out. Nobody changes their own role or access, and the last active administrator stays one (409).",
      scope: "admin",
      limit: "other.write",
      params: IdParams,
      body: UpdateMember,
      response: Member,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params, body }) => updateMember(ctx, params.id, body),
  ),
});
