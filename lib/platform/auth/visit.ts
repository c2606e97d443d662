import { deviceSeconds, issueDevice } from "@/lib/platform/auth/attempts";
import type { AuthAnswer } from "@/lib/platform/auth/next-auth-options";
import { returnPath } from "@/lib/platform/auth/return-path";
import { authCookies, cookieName, usesSecureCookies } from "@/lib/platform/auth/session-token";
import type { SignedIn } from "@/lib/platform/auth/sessions";
import { type SignInErrorCode, signInErrors } from "@/lib/platform/auth/sign-in-error";
import { systemClock } from "@/lib/platform/core/clock";
import { readBody, requireMediaType } from "@/lib/platform/http/body";
import { parseStrictJson } from "@/lib/platform/http/json";
import { log } from "@/lib/platform/telemetry/log";

type Form = Record<string, unknown> | undefined;

export interface Visit {
  request: Request;
  /** Below /api/auth. */
  path: string[];
  origin: string;
  form: Form;
  signedIn: SignedIn | undefined;
  /** A failure of the service, not of the person who signs in. */
  failure: unknown;
}

/**
 * The path to open after sign-in: from the form, the URL, or the cookie that was set before the redirect to the
 * provider.
 */
export function wantedPath({ request, origin, form }: Visit): string {
  const asked = form?.["callbackUrl"] ?? new URL(request.url, origin).searchParams.get("callbackUrl");
  return returnPath(asked ?? authCookies(request.headers)[cookieName("callback-url")], origin);
}

/** Converts next-auth's response to the service's response. */
export function answerVisit(visit: Visit, answer: AuthAnswer): Response {
  if (visit.failure !== undefined) {
    log().error({ err: visit.failure }, "sign-in or sign-out failed");
    return refuseVisit(visit, "Unavailable");
  }
  const location = answer.headers.get("location");
  if (location === null)
    return new Response(answer.body, { status: answer.status, headers: withoutStore(answer.headers) });
  const target = new URL(location, visit.origin);
  const isOurs = target.origin === visit.origin;
  if (isOurs && /^\/(?:api\/auth\/(?:error|signin|signout)|sign-in)$/.test(target.pathname)) {
    const error = target.searchParams.get("error");
    const code = target.searchParams.has("csrf") ? "FormExpired" : error === null ? undefined : codeOf(error);
    return refuseVisit(visit, code, answer.headers);
  }
  const { headers } = answer;
  if (visit.signedIn) headers.append("Set-Cookie", deviceCookieOf(visit.signedIn));
  return redirect(isOurs ? `${target.pathname}${target.search}${target.hash}` : target.href, visit, { headers });
}

function deviceCookieOf({ memberId }: SignedIn): string {
  const value = issueDevice(memberId, systemClock.now());
  const secure = usesSecureCookies() ? "; Secure" : "";
  return `${cookieName("device")}=${value}; Path=/api/auth; Max-Age=${deviceSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

const statuses: Partial<Record<SignInErrorCode, number>> = { FormExpired: 403, TooManyAttempts: 429, Unavailable: 503 };

/** Redirects to the sign-in page with the error and the callback URL. */
export function refuseVisit(visit: Visit, code: SignInErrorCode | undefined, headers = new Headers()): Response {
  const callbackUrl = wantedPath(visit);
  const query = new URLSearchParams({ ...(code && { error: code }), ...(callbackUrl !== "/" && { callbackUrl }) });
  const path = query.size === 0 ? "/sign-in" : `/sign-in?${query}`;
  if (code === "Unavailable") headers.set("Retry-After", "1");
  return redirect(path, visit, { headers, status: code === undefined ? 200 : (statuses[code] ?? 401) });
}

interface RedirectExtras {
  headers: Headers;
  status?: number;
}

function redirect(to: string, { origin, form }: Visit, { headers, status = 200 }: RedirectExtras): Response {
  headers.delete("location");
  if (form?.["json"] !== "true" && form?.["json"] !== true) {
    headers.set("Location", to);
    return new Response(null, { status: 302, headers: withoutStore(headers) });
  }
  headers.set("Content-Type", "application/json");
  const url = new URL(to, origin).href;
  return new Response(JSON.stringify({ url }), { status, headers: withoutStore(headers) });
}

function withoutStore(headers: Headers): Headers {
  headers.set("Cache-Control", "no-store");
  headers.set("X-Content-Type-Options", "nosniff");
  return headers;
}

/** next-auth has its own codes for provider errors. */
function codeOf(error: string): SignInErrorCode {
  const known = signInErrors.find((code) => code === error);
  return known ?? "OpenIdFailed";
}

const bytesMax = 16 * 1024;
const form = "application/x-www-form-urlencoded";

export async function readAuthBody(request: Request): Promise<Record<string, unknown>> {
  const type = requireMediaType(request, [form, "application/json"]);
  const text = await readBody(request, bytesMax);
  if (type === form) return Object.fromEntries(new URLSearchParams(text));
  const value = parseStrictJson(text);
  return value instanceof Object ? { ...value } : {};
}
