import { inviteMember, listMembers } from "@/lib/domains/members";
import { InviteMember, ListMembers, Member, MemberList } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/members", {
  GET: route(
    {
      summary: "List members, newest first",
      description:
        "Includes members of every status. Members are never deleted, because the audit chain refers to them.",
      scope: "admin",
      permission: "members:read",
      limit: "other.read",
      query: ListMembers,
      response: MemberList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => listMembers(ctx, query),
  ),
  POST: route(
    {
      summary: "Invite a member",
      description:
        "Sends an e-mail with a single-use link that is valid for seven days. Returns 409 if the address already belongs to a member of any organisation.",
      scope: "admin",
      limit: "other.write",
      body: InviteMember,
      response: Member,
      status: 201,
      idempotent: true,
      errors: ["conflict"],
    },
    (ctx, { body }) => inviteMember(ctx, body),
  ),
});
