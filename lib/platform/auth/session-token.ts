import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/platform/config/env";
import { purposeKey } from "@/lib/platform/crypto/secrets";

/** The content of the cookie. Everything else is read from the database. */
interface SessionClaims {
  sessionId: string;
  memberId: string;
}

/** The maximum lifetime of a session. */
export const sessionSeconds = 12 * 60 * 60;

/** The secret of next-auth, derived from SERVER_SECRET. */
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

/** Whether cookies are sent over TLS only: if the service has an https URL. */
export function usesSecureCookies(): boolean {
  return env().PUBLIC_URL?.startsWith("https:") === true;
}

/** With the prefix, browsers reject the cookie from a page without TLS. */
export function cookieName(name: "session-token" | "callback-url" | "device"): string {
  return `${usesSecureCookies() ? "__Secure-" : ""}next-auth.${name}`;
}

export function readSessionCookie(headers: Headers): string | undefined {
  return readCookie(headers, cookieName("session-token"));
}

/** The value of a cookie. Of two with the same name, the first has the longer path. */
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

/** The decoded cookies of next-auth by name. */
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
