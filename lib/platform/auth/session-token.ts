import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/platform/config/env";
import { purposeKey } from "@/lib/platform/crypto/secrets";

/** What the cookie says: which session, and whose. Everything else is looked up. */
interface SessionClaims {
  sessionId: string;
  memberId: string;
}

/** Seconds after which a session ends, whatever is done in it. */
export const sessionSeconds = 12 * 60 * 60;

/** The secret of next-auth, a key of its own derived from SERVER_SECRET. */
export function authSecret(): string {
  return purposeKey("sessions").toString("base64");
}

export async function readSessionToken(token: string): Promise<SessionClaims | undefined> {
  try {
    return claimsOf(await decode({ token, secret: authSecret() }));
  } catch {
    return undefined;
  }
}

function claimsOf(content: Record<string, unknown> | null): SessionClaims | undefined {
  const { sid: sessionId, sub: memberId } = content ?? {};
  if (typeof sessionId !== "string" || typeof memberId !== "string") return undefined;
  return { sessionId, memberId };
}

export async function writeSessionToken({ sessionId, memberId }: SessionClaims): Promise<string> {
  return encode({ token: { sid: sessionId, sub: memberId }, secret: authSecret(), maxAge: sessionSeconds });
}

/** Whether cookies may only travel over TLS: where the service is known to be reached so. */
export function usesSecureCookies(): boolean {
  return env().PUBLIC_URL?.startsWith("https:") === true;
}

/** The name of a cookie of sign-in; the prefix has browsers refuse it from a page without TLS. */
export function cookieName(name: "session-token" | "callback-url" | "device"): string {
  return `${usesSecureCookies() ? "__Secure-" : ""}next-auth.${name}`;
}

/** The session cookie of a request, encrypted as it is; undefined where there is none. */
export function readSessionCookie(headers: Headers): string | undefined {
  return readCookie(headers, cookieName("session-token"));
}

/** The value of a cookie; of two of one name the first, which is the one with the longer path. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const header = headers.get("cookie");
  if (!header?.includes(name)) return undefined;
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    return pair.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}

/** The cookies that next-auth reads, decoded, by their names. */
export function authCookies(headers: Headers): Record<string, string> {
  const pairs = (headers.get("cookie") ?? "").split(";").flatMap((pair): [string, string][] => {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals).trim();
    if (equals === -1 || !/^(?:__(?:Secure|Host)-)?next-auth\./.test(name)) return [];
    return [[name, decoded(pair.slice(equals + 1).trim())]];
  });
  return Object.fromEntries(pairs.reverse());
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
