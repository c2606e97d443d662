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
import { resources, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const account = resources({
  "/v1/sessions": {
    GET: route(
      {
        summary: "List your active sessions, newest first",
        scope: "session",
        limit: "other.read",
        query: ListSessions,
        response: SessionList,
        errors: ["invalid_cursor"],
      },
      (ctx, { query }) => listSessions(ctx, query),
    ),
  },
  "/v1/sessions/{id}": {
    DELETE: route(
      {
        summary: "End one of your sessions",
        description: "The session stops working everywhere within five seconds. Ending an ended session has no effect.",
        scope: "session",
        limit: "other.write",
        params: IdParams,
        response: "empty",
        status: 204,
        errors: ["not_found"],
      },
      (ctx, { params }) => revokeSession(ctx, params.id),
    ),
  },
  "/v1/account": {
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
  },
  "/v1/account/password": {
    POST: route(
      {
        summary: "Change your password",
        description:
          "Ends all your other sessions and notifies you by e-mail. Returns 409 if your account has no password because you sign in with OpenID.",
        scope: "session",
        limit: "other.write",
        body: ChangePassword,
        response: "empty",
        status: 204,
        errors: ["conflict"],
      },
      (ctx, { body }) => changePassword(ctx, body),
    ),
  },
  "/v1/account/second-factor": {
    POST: route(
      {
        summary: "Set up an authenticator app",
        description:
          "Returns a secret for the app (RFC 6238). 2FA is enabled once you confirm a code. Each request creates a new secret. Returns 409 if 2FA is already enabled.",
        scope: "session",
        limit: "other.write",
        response: SecondFactorSetup,
        errors: ["conflict"],
      },
      (ctx) => beginSecondFactor(ctx),
    ),
  },
  "/v1/account/second-factor/confirm": {
    POST: route(
      {
        summary: "Enable two-factor authentication",
        description:
          "Requires a code from the authenticator app that you set up. The recovery codes are returned only in this response.",
        scope: "session",
        limit: "other.write",
        body: ConfirmSecondFactor,
        response: RecoveryCodes,
        errors: ["conflict"],
      },
      (ctx, { body }) => confirmSecondFactor(ctx, body),
    ),
  },
  "/v1/account/second-factor/disable": {
    POST: route(
      {
        summary: "Disable two-factor authentication",
        description: "Requires a code or a recovery code and, if your account has one, your password.",
        scope: "session",
        limit: "other.write",
        body: DisableSecondFactor,
        response: "empty",
        status: 204,
        errors: ["conflict"],
      },
      (ctx, { body }) => disableSecondFactor(ctx, body),
    ),
  },
});

/** Last in the document. */
export const session = resources({
  "/v1/session": {
    GET: route(
      {
        summary: "Get the current session",
        description: "The member behind the session cookie, their organisation, and what their role may do.",
        scope: "session",
        limit: "other.read",
        response: Session,
      },
      (_ctx, { request }) => describeSession(request.headers),
    ),
  },
});
