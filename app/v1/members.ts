import {
  acceptInvitation,
  completePasswordReset,
  getMember,
  inspectInvitation,
  inviteMember,
  listMembers,
  renewInvitation,
  requestPasswordReset,
  requireAttempt,
  resetSecondFactor,
  signOutMember,
  updateMember,
} from "@/lib/domains/members";
import {
  Accepted,
  AcceptInvitation,
  CompletePasswordReset,
  InspectInvitation,
  Invitation,
  InviteMember,
  ListMembers,
  Member,
  MemberList,
  RequestPasswordReset,
  UpdateMember,
} from "@/lib/domains/members/schemas";
import { resources, route } from "@/lib/platform/http";
import { authenticate } from "@/lib/platform/http/authenticate";
import { clientAddress } from "@/lib/platform/http/request";
import { IdParams } from "@/lib/platform/http/schemas";

export const members = resources({
  "/v1/members": {
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
  },
  "/v1/members/{id}": {
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
  },
  "/v1/members/{id}/invitation": {
    POST: route(
      {
        summary: "Resend an invitation",
        description:
          "Sends a new link that is valid for seven days and replaces the previous one. Returns 409 if the member has no open invitation.",
        scope: "admin",
        limit: "other.write",
        params: IdParams,
        response: Member,
        errors: ["not_found", "conflict"],
      },
      (ctx, { params }) => renewInvitation(ctx, params.id),
    ),
  },
  "/v1/members/{id}/sign-out": {
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
  },
  "/v1/members/{id}/second-factor/reset": {
    POST: route(
      {
        summary: "Reset a member's two-factor authentication",
        description:
          "For a member who lost their authenticator. Signs them out everywhere and notifies them by e-mail. Returns 409 if 2FA is not enabled, or for your own account.",
        scope: "admin",
        limit: "other.write",
        params: IdParams,
        response: Member,
        errors: ["not_found", "conflict"],
      },
      (ctx, { params }) => resetSecondFactor(ctx, params.id),
    ),
  },
  "/v1/invitations/inspect": {
    POST: route(
      {
        summary: "Get an invitation",
        description:
          "Requires the token from the invitation link. Returns 404 if the invitation was used, has expired or was replaced.",
        scope: "public",
        limit: "unlimited",
        body: InspectInvitation,
        response: Invitation,
        errors: ["not_found", "rate_limited"],
      },
      async (ctx, { body, request }) => {
        await requireAttempt("invitation", clientAddress(request), ctx.clock);
        return inspectInvitation(ctx, body);
      },
    ),
  },
  "/v1/invitations/accept": {
    POST: route(
      {
        summary: "Accept an invitation",
        description:
          "Sets the member's name and password. The member can then sign in. An invitation can be accepted once.",
        scope: "public",
        limit: "unlimited",
        body: AcceptInvitation,
        response: "empty",
        status: 204,
        errors: ["not_found", "rate_limited"],
      },
      async (ctx, { body, request }) => {
        await requireAttempt("invitation", clientAddress(request), ctx.clock);
        await acceptInvitation(ctx, body);
      },
    ),
  },
  "/v1/password-resets": {
    POST: route(
      {
        summary: "Request a password reset",
        description:
          "Sends an e-mail with a single-use link that is valid for one hour, at most three times an hour. The response is the same for an unknown address. If an administrator requests it for another member, the other administrators are notified.",
        scope: "public",
        limit: "unlimited",
        body: RequestPasswordReset,
        response: Accepted,
        status: 202,
        errors: ["rate_limited"],
      },
      async (ctx, { body, request }) => {
        await requireAttempt("password-reset", clientAddress(request), ctx.clock);
        // A reset needs no authentication, so invalid credentials are ignored.
        await requestPasswordReset(ctx, body, await authenticate(request).catch(() => undefined));
        return {};
      },
    ),
  },
  "/v1/password-resets/complete": {
    POST: route(
      {
        summary: "Complete a password reset",
        description:
          "Requires the token from the reset link, which works once. Ends all the member's sessions. 2FA is not affected.",
        scope: "public",
        limit: "unlimited",
        body: CompletePasswordReset,
        response: "empty",
        status: 204,
        errors: ["not_found", "rate_limited"],
      },
      async (ctx, { body, request }) => {
        await requireAttempt("password-reset-link", clientAddress(request), ctx.clock);
        await completePasswordReset(ctx, body);
      },
    ),
  },
});
