import { readAccount, updateAccount } from "@/lib/domains/members";
import { Member, UpdateAccount } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/account", {
  GET: route(
    {
      summary: "Get your account",
      description: "Your member record, including your role and whether two-factor authentication (2FA) is enabled.",
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
