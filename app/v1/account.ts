import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  disableSecondFactor,
  listSessions,
  readAccount,
  revokeSession,
  updateAccount,
} from "@/lib/domains/members";
import {
  ChangePassword,
  ConfirmSecondFactor,
  DisableSecondFactor,
  ListSessions,
  Member,
  RecoveryCodes,
  SecondFactorSetup,
  SessionList,
  UpdateAccount,
} from "@/lib/domains/members/schemas";
import { Session } from "@/lib/platform/auth/schemas";
import { describeSession } from "@/lib/platform/auth/sessions";
import { recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "session", limit: "other.read" } as const;
const write = { scope: "session", limit: "other.write" } as const;

export const account = resources({
  "/v1/sessions": {
    GET: route({
      ...read,
      summary: "List your active sessions",
      query: ListSessions,
      response: SessionList,
      handler: (ctx, { query }) => listSessions(ctx, query),
    }),
  },
  "/v1/sessions/{id}": {
    DELETE: recordRoute({
      ...write,
      summary: "End one of your sessions",
      description:
        "Ends a session, which stops working everywhere within five seconds. If the session has already ended, the request has no effect.",
      handler: (ctx, { params }) => revokeSession(ctx, params.id),
    }),
  },
  "/v1/account": {
    GET: route({
      ...read,
      summary: "Get your account",
      description:
        "Returns your member record, including your role and whether two-factor authentication (2FA) is enabled.",
      response: Member,
      handler: (ctx) => readAccount(ctx),
    }),

    PATCH: route({
      ...write,
      summary: "Change your name",
      body: UpdateAccount,
      response: Member,
      handler: (ctx, { body }) => updateAccount(ctx, body),
    }),
  },
  "/v1/account/password": {
    POST: route({
      ...write,
      summary: "Change your password",
      description:
        "Ends all your other sessions and notifies you by e-mail. Returns 409 if your account has no password because you sign in with OpenID Connect.",
      body: ChangePassword,
      errors: ["conflict"],
      handler: (ctx, { body }) => changePassword(ctx, body),
    }),
  },
  "/v1/account/second-factor": {
    POST: route({
      ...write,
      summary: "Set up an authenticator app",
      description:
        "Returns a secret for the app (RFC 6238). Two-factor authentication (2FA) is enabled once you confirm a code. Each request creates a new secret. Returns 409 if 2FA is already enabled.",
      response: SecondFactorSetup,
      errors: ["conflict"],
      handler: (ctx) => beginSecondFactor(ctx),
    }),
  },
  "/v1/account/second-factor/confirm": {
    POST: route({
      ...write,
      summary: "Enable two-factor authentication",
      description:
        "Requires a code from the authenticator app that you set up. The recovery codes are returned only in this response.",
      body: ConfirmSecondFactor,
      response: RecoveryCodes,
      errors: ["conflict"],
      handler: (ctx, { body }) => confirmSecondFactor(ctx, body),
    }),
  },
  "/v1/account/second-factor/disable": {
    POST: route({
      ...write,
      summary: "Disable two-factor authentication",
      description:
        "Requires a code from your authenticator app or a recovery code. If your account has a password, the password is also required.",
      body: DisableSecondFactor,
      errors: ["conflict"],
      handler: (ctx, { body }) => disableSecondFactor(ctx, body),
    }),
  },
});

/** Last in the document. */
export const session = resources({
  "/v1/session": {
    GET: route({
      ...read,
      summary: "Get the current session",
      description: "Returns the signed-in member, their organisation and the permissions of their role.",
      response: Session,
      handler: (_ctx, { request }) => describeSession(request.headers),
    }),
  },
});
