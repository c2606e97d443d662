import { readAccount, updateAccount } from "@/lib/domains/members";
import { Member, UpdateAccount } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/account", {
  GET: route(
    {
      summary: "Read your account",
      description: "You as a member: your role, and whether you are asked for a second factor.",
      scope: "session",
      limit: "other.read",
      response: Member,
    },
    (ctx) => readAccount(ctx),
  ),

  PATCH: route(
    {
      summary: "Change your name",
      scope: "session",
      limit: "other.write",
      body: UpdateAccount,
      response: Member,
    },
    (ctx, { body }) => updateAccount(ctx, body),
  ),
});
