import { callRoute, readAnswer } from "@/app/v1/testing";
import { provisionOpenIdMember, startSession } from "@/lib/domains/members";
import { writeSessionToken } from "@/lib/platform/auth/session-token";
import { systemClock } from "@/lib/platform/core/clock";
import { newId } from "@/lib/platform/core/ids";
import type { Role } from "@/lib/platform/core/roles";
import type { NextHandler } from "@/lib/platform/http/types";

/** Signs in a new member and returns the session cookie. */
export async function signInAs(organisationId: string, role: Role): Promise<string> {
  const subject = newId("member");
  const email = `${subject}@example.com`;
  const identity = { issuer: "https://identity.example.com", subject, email, emailVerified: true };
  const member = await provisionOpenIdMember({ ...identity, name: "Ada Example", role, organisationId }, systemClock);
  const seen = { method: "OPENID", secondFactor: false, userAgent: "Test browser", network: "127.0.0.x" } as const;
  const { sessionId } = await startSession(member, seen, systemClock);
  return `next-auth.session-token=${await writeSessionToken({ sessionId, memberId: member.id })}`;
}

/** Sends a request as a signed-in browser page. */
export async function sendAs<Body>(
  cookie: string,
  handler: NextHandler,
  method: string,
  given: { url?: string; body?: unknown; params?: Record<string, string>; headers?: Record<string, string> } = {},
) {
  const { url = "/v1", ...sent } = given;
  const headers = { cookie, host: "localhost", origin: "http://localhost", ...given.headers };
  return readAnswer<Body>(await callRoute(handler, method, url, { ...sent, headers }));
}
