import { provisionOpenIdMember, type SignInMember, startSession } from "@/lib/domains/members";
import { hashPassword } from "@/lib/domains/members/passwords";
import { cookieName, writeSessionToken } from "@/lib/platform/auth/session-token";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import { newId } from "@/lib/platform/core/ids";
import type { Role } from "@/lib/platform/core/roles";
import { pool } from "@/lib/platform/database/db";

interface TestMember {
  role?: Role;
  email?: string;
  password?: string;
}

/** A member who can sign in. Each test uses its own addresses, because addresses are unique across organisations. */
export async function createTestMember(
  organisationId: string,
  { role = "ANALYST", email = `${newId("member")}@example.com`, password }: TestMember = {},
  clock: Clock = systemClock,
): Promise<SignInMember> {
  const identity = { issuer: "https://login.example.com", subject: newId("member"), email, emailVerified: true };
  const member = await provisionOpenIdMember({ ...identity, name: "Test", role, organisationId }, clock);
  if (password === undefined) return member;
  const passwordHash = await hashPassword(password);
  await pool().query("UPDATE members SET password_hash = $2 WHERE id = $1", [member.id, passwordHash]);
  return { ...member, passwordHash };
}

/** The request headers of a browser session. */
export interface TestSession {
  sessionId: string;
  headers: { cookie: string; host: string; origin: string };
}

export async function openTestSession(
  member: SignInMember,
  clock: Clock = systemClock,
  method: "OPENID" | "PASSWORD" = "OPENID",
): Promise<TestSession> {
  const manner = { method, secondFactor: false, userAgent: "test", network: "192.0.2.x" } as const;
  const { sessionId } = await startSession(member, manner, clock);
  const token = await writeSessionToken({ sessionId, memberId: member.id });
  return {
    sessionId,
    headers: {
      cookie: `${cookieName("session-token")}=${token}`,
      host: "localhost",
      origin: "http://localhost",
    },
  };
}
