import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { returnPath } from "@/lib/platform/auth/return-path";
import { authSecret, sessionSeconds, usesSecureCookies } from "@/lib/platform/auth/session-token";
import type { SignedIn } from "@/lib/platform/auth/sessions";
import { type OpenIdClaims, type OpenIdConfig, openIdConfig } from "@/lib/platform/auth/sign-in-with-openid";
import { log } from "@/lib/platform/telemetry/log";

/** What next-auth asks of this service while it serves one request. */
export interface AuthCalls {
  withPassword(credentials: { email: string; password: string; code: string }): Promise<SignedIn>;
  withOpenId(config: OpenIdConfig, claims: OpenIdClaims): Promise<SignedIn>;
  signOut(): Promise<void>;
}

/**
 * The options of next-auth for one request. It keeps forms, redirects and cookies in order; who somebody is, and whether a
 * session counts, is decided in this folder. Its token carries the ids of session and member, and nothing else.
 */
export function nextAuthOptions(calls: AuthCalls): NextAuthOptions {
  const openId = openIdConfig();
  let signedIn: SignedIn | undefined;
  return {
    secret: authSecret(),
    useSecureCookies: usesSecureCookies(),
    session: { strategy: "jwt", maxAge: sessionSeconds },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        async authorize(given) {
          const { email = "", password = "", code = "" } = texts(given);
          signedIn = await calls.withPassword({ email, password, code });
          return { id: signedIn.memberId };
        },
      }),
      ...(openId ? [openIdProvider(openId)] : []),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.type !== "credentials") {
          if (!openId) return false;
          signedIn = await calls.withOpenId(openId, profile as OpenIdClaims);
        }
        return signedIn !== undefined;
      },
      jwt: () => {
        if (!signedIn) throw new Error("nobody was signed in");
        return { sub: signedIn.memberId, sid: signedIn.sessionId };
      },
      redirect: ({ url, baseUrl }) => `${baseUrl}${returnPath(url, baseUrl)}`,
    },
    events: { signOut: () => calls.signOut() },
    logger: {
      error: (code, detail) => log().warn({ code, reason: reasonOf(detail) }, "next-auth reports a failure"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

function openIdProvider({ issuer, clientId, clientSecret, name, scopes }: OpenIdConfig): OAuthConfig<OpenIdClaims> {
  return {
    id: "openid",
    name,
    type: "oauth",
    wellKnown: `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: scopes } },
    userinfo: {
      // Most providers tell groups and names there; those that have no such endpoint tell them in the token.
      async request({ client, tokens }) {
        const told = client.issuer.metadata.userinfo_endpoint ? await client.userinfo(tokens as never) : {};
        return { ...told, ...(tokens as unknown as { claims(): OpenIdClaims }).claims() };
      },
    },
    profile: ({ sub }) => ({ id: sub }),
  };
}

/** A form, or whatever else a body was, may have anything under these names. */
function texts(given: Record<string, unknown> | undefined): Record<string, string> {
  const entries = Object.entries(given ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Never the whole of it: there may be tokens in it, or what a provider told of somebody. */
function reasonOf(detail: unknown): string | undefined {
  const { error = detail } =
    detail instanceof Object && !(detail instanceof Error) ? (detail as { error?: unknown }) : {};
  return error instanceof Error ? error.message : undefined;
}

export interface AuthAnswer {
  status: number;
  headers: Headers;
  body: string | null;
}

/** A response in the form that next-auth writes to, and what is written to it. */
export function captureAnswer() {
  const answer: AuthAnswer = { status: 200, headers: new Headers(), body: null };
  const cookies: string[] = [];
  const response = {
    status(code: number) {
      answer.status = code;
      return response;
    },
    getHeader: (name: string) => (name.toLowerCase() === "set-cookie" ? cookies.slice() : undefined),
    setHeader(name: string, value: string | string[]) {
      if (name.toLowerCase() !== "set-cookie") {
        answer.headers.set(name, String(value));
        return response;
      }
      cookies.splice(0, cookies.length, ...[value].flat());
      answer.headers.delete(name);
      for (const cookie of cookies) answer.headers.append(name, cookie);
      return response;
    },
    json(value: unknown) {
      answer.headers.set("Content-Type", "application/json");
      answer.body = JSON.stringify(value);
    },
    send(value: unknown) {
      if (value === undefined || value === null) return;
      if (typeof value === "string") answer.body = value;
      else response.json(value);
    },
    end: () => undefined,
  };
  return { answer, response };
}
