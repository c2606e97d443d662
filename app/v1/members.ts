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
import { recordRoute, resources, route } from "@/lib/platform/http";
import { authenticate } from "@/lib/platform/http/authenticate";
import { clientAddress } from "@/lib/platform/http/request";

const open = { scope: "public", limit: "unlimited" } as const;
const read = { scope: "admin", permission: "members:read", limit: "other.read" } as const;
const write = { scope: "admin", limit: "other.write" } as const;

export const members = resources({
  "/v1/members": {
    GET: route({
      ...read,
      summary: "List members",
      description:
        "Returns members with any status, newest first. Members are never deleted, because the audit chain refers to them.",
      query: ListMembers,
      response: MemberList,
      handler: (ctx, { query }) => listMembers(ctx, query),
    }),
    POST: route({
      ...write,
      summary: "Invite a member",
      description:
        "Creates a member and sends them an e-mail with a single-use link that is valid for seven days. Returns 409 if the address already belongs to a member of any organisation.",
      body: InviteMember,
      response: Member,
      status: 201,
      idempotent: true,
      errors: ["conflict"],
      handler: (ctx, { body }) => inviteMember(ctx, body),
    }),
  },
  "/v1/members/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get a member",
      response: Member,
      handler: (ctx, { params }) => getMember(ctx, params.id),
    }),
    PATCH: recordRoute({
      ...write,
      summary: "Update a member",
      description:
        "A new role applies within five seconds. Disabling a member also signs them out. Returns 409 if you change your own role or access, or if no active administrator would remain.",
      body: UpdateMember,
      response: Member,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => updateMember(ctx, params.id, body),
    }),
  },
  "/v1/members/{id}/invitation": {
    POST: recordRoute({
      ...write,
      summary: "Resend an invitation",
      description:
        "Sends a new link that is valid for seven days and replaces the previous one. Returns 409 if the member has no open invitation.",
      response: Member,
      errors: ["conflict"],
      handler: (ctx, { params }) => renewInvitation(ctx, params.id),
    }),
  },
  "/v1/members/{id}/sign-out": {
    POST: recordRoute({
      ...write,
      summary: "Sign a member out everywhere",
      description: "Ends all the member's sessions within five seconds. The member can sign in again.",
      handler: (ctx, { params }) => signOutMember(ctx, params.id),
    }),
  },
  "/v1/members/{id}/second-factor/reset": {
    POST: recordRoute({
      ...write,
      summary: "Reset a member's two-factor authentication",
      description:
        "Disables 2FA for a member who lost access to their authenticator app, signs the member out everywhere and notifies them by e-mail. Returns 409 if 2FA is not enabled, or if the account is your own.",
      response: Member,
      errors: ["conflict"],
      handler: (ctx, { params }) => resetSecondFactor(ctx, params.id),
    }),
  },
  "/v1/invitations/inspect": {
    POST: route({
      ...open,
      summary: "Get an invitation",
      description:
        "Returns the invitation for the token from an invitation link. Returns 404 if the invitation was used, has expired or was replaced.",
      body: InspectInvitation,
      response: Invitation,
      errors: ["not_found", "rate_limited"],
      handler: async (ctx, { body, request }) => {
        await requireAttempt("invitation", clientAddress(request), ctx.clock);
        return inspectInvitation(ctx, body);
      },
    }),
  },
  "/v1/invitations/accept": {
    POST: route({
      ...open,
      summary: "Accept an invitation",
      description:
        "Sets the member's name and password. The member can then sign in. An invitation can be accepted once.",
      body: AcceptInvitation,
      errors: ["not_found", "rate_limited"],
      handler: async (ctx, { body, request }) => {
        await requireAttempt("invitation", clientAddress(request), ctx.clock);
        await acceptInvitation(ctx, body);
      },
    }),
  },
  "/v1/password-resets": {
    POST: route({
      ...open,
      summary: "Request a password reset",
      description:
        "Sends an e-mail with a single-use link that is valid for one hour. An address receives at most three such e-mails per hour. For an unknown address, the response is the same, but no e-mail is sent. If an administrator requests the e-mail for another member, the other administrators are notified.",
      body: RequestPasswordReset,
      response: Accepted,
      status: 202,
      errors: ["rate_limited"],
      handler: async (ctx, { body, request }) => {
        await requireAttempt("password-reset", clientAddress(request), ctx.clock);
        // A reset needs no authentication, so invalid credentials are ignored.
        await requestPasswordReset(ctx, body, await authenticate(request).catch(() => undefined));
        return {};
      },
    }),
  },
  "/v1/password-resets/complete": {
    POST: route({
      ...open,
      summary: "Complete a password reset",
      description:
        "Sets a new password. Requires the token from the reset link, which can be used only once. Ends all the member's sessions. Two-factor authentication stays enabled.",
      body: CompletePasswordReset,
      errors: ["not_found", "rate_limited"],
      handler: async (ctx, { body, request }) => {
        await requireAttempt("password-reset-link", clientAddress(request), ctx.clock);
        await completePasswordReset(ctx, body);
      },
    }),
  },
});
