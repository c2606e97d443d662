import { decode, encode } from "next-auth/jwt";
import { purposeKey } from "@/lib/secrets";

/** What the cookie says: which session, and whose. Everything else is looked up. */
export interface SessionClaims {
  sessionId: string;
  memberId: string;
}

/** Seconds after which a session ends, whatever is done in it. */
export const sessionSeconds = 12 * 60 * 60;

/** The secret of next-auth, a key of its own derived from SERVER_SECRET. */
export function authSecret(): string {
  return purposeKey("sessions").toString("base64");
}

/** What a session cookie says; undefined for one that is not ours, altered or past its end. */
export async function readSessionToken(token: string): Promise<SessionClaims | undefined> {
  try {
    return claimsOf(await decode({ token, secret: authSecret() }));
  } catch {
    return undefined;
  }
}

/** The claims in a token's content. */
export function claimsOf(content: Record<string, unknown> | null): SessionClaims | undefined {
  const { sid: sessionId, sub: memberId } = content ?? {};
  if (typeof sessionId !== "string" || typeof memberId !== "string") return undefined;
  return { sessionId, memberId };
}

/** A session cookie's value. */
export async function writeSessionToken({ sessionId, memberId }: SessionClaims): Promise<string> {
  return encode({ token: { sid: sessionId, sub: memberId }, secret: authSecret(), maxAge: sessionSeconds });
}
