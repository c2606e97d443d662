import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { type AuthAnswer, type AuthCalls, captureAnswer, nextAuthOptions } from "@/lib/platform/auth/next-auth-options";
import { authCookies, cookieName, readCookie } from "@/lib/platform/auth/session-token";
import { readSession, type SignedIn, signOut } from "@/lib/platform/auth/sessions";
import { SignInError } from "@/lib/platform/auth/sign-in-error";
import { signInWithOpenId } from "@/lib/platform/auth/sign-in-with-openid";
import { signInWithPassword } from "@/lib/platform/auth/sign-in-with-password";
import { answerVisit, readAuthBody, refuseVisit, type Visit, wantedPath } from "@/lib/platform/auth/visit";
import { trustAuthHeaders } from "@/lib/platform/config/env";
import { systemClock } from "@/lib/platform/core/clock";
import { ServiceError } from "@/lib/platform/core/errors";
import { observe } from "@/lib/platform/http/observe";
import { renderError } from "@/lib/platform/http/reply";
import { clientAddress, requestIdOf, serviceOrigin } from "@/lib/platform/http/request";
import type { Exchange } from "@/lib/platform/http/route";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** The handler of /api/auth. It catches all errors and logs each request. */
export async function authRoute(
  request: Request,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const exchange: Exchange = {
    request,
    requestId: requestIdOf(request),
    startedAt: performance.now(),
    principal: undefined,
    rate: undefined,
    deprecated: undefined,
  };
  const { nextauth } = await context.params;
  let response: Response;
  try {
    response = await handleAuth(request, nextauth);
  } catch (error) {
    response = renderError(error, exchange);
  }
  const operation = response.status === 404 ? "unknown" : `${request.method} /api/auth/${nextauth.join("/")}`;
  observe(exchange, operation, response.status);
  return response;
}

/** The endpoints of next-auth that are served, by method and path below /api/auth. */
const served = new Set([
  "GET csrf",
  "GET providers",
  "GET signin",
  "GET signout",
  "GET error",
  "GET callback/openid",
  "POST signin/openid",
  "POST callback/credentials",
  "POST signout",
]);

/**
 * Handles sign-in and sign-out; `path` is relative to /api/auth. Forms get a redirect, or `{ url }` with `json:
 * "true"`. Failures lead to /sign-in?error=<one of `signInErrors`>.
 */
async function handleAuth(request: Request, path: string[]): Promise<Response> {
  const origin = serviceOrigin(request.headers);
  if (!served.has(`${request.method} ${path.join("/")}`)) throw new ServiceError("not_found", "Not found.");
  if (origin === undefined) throw new ServiceError("bad_request", "The Host header is invalid.");
  const form = request.method === "POST" ? await readAuthBody(request) : undefined;
  const visit: Visit = { request, path, origin, form, signedIn: undefined, failure: undefined };
  if (form && isForeign(request.headers, origin)) return refuseVisit(visit, "FormExpired");
  return answerVisit(visit, await askNextAuth(visit));
}

function isForeign(headers: Headers, origin: string): boolean {
  const given = headers.get("origin");
  return (given !== null && given !== origin) || headers.get("sec-fetch-site") === "cross-site";
}

async function askNextAuth(visit: Visit): Promise<AuthAnswer> {
  trustAuthHeaders();
  const { request, path, origin, form } = visit;
  const url = new URL(request.url, origin);
  const query = path[0] === "callback" ? Object.fromEntries(url.searchParams) : pick(url.searchParams, ["error"]);
  const callbackUrl = wantedPath(visit);
  const { host, protocol } = new URL(origin);
  const asked = {
    method: request.method,
    query: { ...query, nextauth: path, callbackUrl },
    body: form && { ...form, callbackUrl, json: undefined },
    cookies: authCookies(request.headers),
    headers: { host, "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1) },
  };
  const { answer, response } = captureAnswer();
  await NextAuth(
    asked as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    nextAuthOptions(calls(visit)),
  );
  return answer;
}

function calls(visit: Visit): AuthCalls {
  const { headers } = visit.request;
  const address = clientAddress(visit.request);
  const userAgent = headers.get("user-agent") ?? "";
  const deviceCookie = readCookie(headers, cookieName("device"));
  const enter = async (work: () => Promise<SignedIn>): Promise<SignedIn> => {
    try {
      visit.signedIn = await work();
      await leave(visit, address);
      metrics().signIns.inc({ outcome: "succeeded" });
      return visit.signedIn;
    } catch (error) {
      if (!(error instanceof SignInError)) visit.failure = error;
      const failure = error instanceof SignInError ? error : new SignInError("Unavailable");
      metrics().signIns.inc({ outcome: failure.code });
      throw failure;
    }
  };
  return {
    withPassword: (credentials) =>
      enter(() => signInWithPassword(credentials, { address, userAgent, deviceCookie }, systemClock)),
    withOpenId: (config, claims) => enter(() => signInWithOpenId(config, claims, { address, userAgent }, systemClock)),
    async signOut() {
      try {
        await leave(visit, address);
      } catch (error) {
        visit.failure = error;
      }
    },
  };
}

/** Ends the browser's existing session, at sign-out and at a new sign-in. */
async function leave({ request }: Visit, address: string): Promise<void> {
  const session = await readSession(request.headers, systemClock, { background: true });
  if (session) await signOut(session, address, systemClock);
}

function pick(params: URLSearchParams, names: string[]): Record<string, string> {
  return Object.fromEntries([...params].filter(([name]) => names.includes(name)));
}
