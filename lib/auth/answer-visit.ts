import type { AuthAnswer } from "@/lib/auth/capture-answer";
import { cookieName, usesSecureCookies } from "@/lib/auth/cookies";
import { deviceSeconds, issueDevice } from "@/lib/auth/device-cookie";
import type { SignedIn } from "@/lib/auth/open-session";
import { type SignInErrorCode, signInErrors } from "@/lib/auth/sign-in-error";
import { type Visit, wantedPath } from "@/lib/auth/visit";
import { systemClock } from "@/lib/clock";
import { log } from "@/lib/log";

/** What next-auth answered, as the browser is answered. */
export function answerVisit(visit: Visit, answer: AuthAnswer): Response {
  if (visit.failure !== undefined) {
    log().error({ err: visit.failure }, "signing in or out failed");
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

/** To the page of sign-in, with what went wrong and where somebody wanted to go. */
export function refuseVisit(visit: Visit, code: SignInErrorCode | undefined, headers = new Headers()): Response {
  const callbackUrl = wantedPath(visit);
  const query = new URLSearchParams({ ...(code && { error: code }), ...(callbackUrl !== "/" && { callbackUrl }) });
  const path = query.size === 0 ? "/sign-in" : `/sign-in?${query}`;
  if (code === "Unavailable") headers.set("Retry-After", "1");
  return redirect(path, visit, { headers, status: code === undefined ? 200 : (statuses[code] ?? 401) });
}

interface RedirectExtras {
  headers: Headers;
  /** For those who asked for JSON. */
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

/** next-auth has words of its own for what goes wrong with a provider. */
function codeOf(error: string): SignInErrorCode {
  const known = signInErrors.find((code) => code === error);
  return known ?? "OpenIdFailed";
}
