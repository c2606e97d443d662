import { getMember, updateMember } from "@/lib/domains/members";
import { Member, UpdateMember } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/members/{id}", {
  GET: route(
    {
      summary: "Get a member",
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
      summary: "Update a member",
      description:
        "A new role applies within five seconds. Disabling a member also signs them out. Returns 409 if you change your own role or access, or if no active administrator would remain.",
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
