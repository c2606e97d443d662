import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { returnPath } from "@/lib/platform/auth/return-path";
import { authSecret, sessionSeconds, usesSecureCookies } from "@/lib/platform/auth/session-token";
import type { SignedIn } from "@/lib/platform/auth/sessions";
import { type OpenIdClaims, type OpenIdConfig, openIdConfig } from "@/lib/platform/auth/sign-in-with-openid";
import { log } from "@/lib/platform/telemetry/log";

/** The service's callbacks for next-auth while it handles a request. */
export interface AuthCalls {
  withPassword(credentials: { email: string; password: string; code: string }): Promise<SignedIn>;
  withOpenId(config: OpenIdConfig, claims: OpenIdClaims): Promise<SignedIn>;
  signOut(): Promise<void>;
}

/**
 * The options of next-auth for one request. next-auth handles forms, redirects and cookies; this folder authenticates
 * members and validates sessions. The token contains only the IDs of session and member.
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
        if (!signedIn) throw new Error("no member is signed in");
        return { sub: signedIn.memberId, sid: signedIn.sessionId };
      },
      redirect: ({ url, baseUrl }) => `${baseUrl}${returnPath(url, baseUrl)}`,
    },
    events: { signOut: () => calls.signOut() },
    logger: {
      error: (code, detail) => log().warn({ code, reason: reasonOf(detail) }, "next-auth reported an error"),
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
      // Most providers return groups and names here; those without this endpoint include them in the token.
      async request({ client, tokens }) {
        const userInfo = client.issuer.metadata.userinfo_endpoint ? await client.userinfo(tokens as never) : {};
        return { ...userInfo, ...(tokens as unknown as { claims(): OpenIdClaims }).claims() };
      },
    },
    profile: ({ sub }) => ({ id: sub }),
  };
}

/** The body is untrusted: keeps only strings. */
function texts(given: Record<string, unknown> | undefined): Record<string, string> {
  const entries = Object.entries(given ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Only the message: the detail can contain tokens or personal data. */
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

/** A response object for next-auth, and the values that next-auth writes to it. */
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
