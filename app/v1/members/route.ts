import { inviteMember, listMembers } from "@/lib/domains/members";
import { InviteMember, ListMembers, Member, MemberList } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/members", {
  GET: route(
    {
      summary: "List members, newest first",
      description: "People of the organisation in every state. They are never deleted, for the chain names them.",
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
        "They get a mail with a link that works once, for seven days. An address belongs to one member in one organisation: one that is known is refused (409), wherever it is known.",
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
