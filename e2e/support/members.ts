import { provisionOpenIdMember, startSession } from "@/lib/domains/members";
import { writeSessionToken } from "@/lib/platform/auth/session-token";
import { systemClock } from "@/lib/platform/core/clock";
import { newId } from "@/lib/platform/core/ids";
import type { Role } from "@/lib/platform/core/roles";

/** A member of a test's organisation, and a session cookie of that member. */
export interface TestMember {
  id: string;
  email: string;
  name: string;
  role: Role;
  cookie: { name: string; value: string };
}

/** Creates a signed-in member without using the pages. */
export async function makeMember(organisationId: string, role: Role): Promise<TestMember> {
  const label = newId("member").slice(-8);
  const name = `${role.slice(0, 1)}${role.slice(1).toLowerCase().replace("_", " ")} ${label}`;
  const email = `${role.toLowerCase()}.${label}@example.com`;
  const identity = { issuer: "https://identity.example.com", subject: newId("member"), email, emailVerified: true };
  const member = await provisionOpenIdMember({ ...identity, name, role, organisationId }, systemClock);
  const seen = { method: "OPENID", secondFactor: false, userAgent: "Test browser", network: "127.0.0.x" } as const;
  const { sessionId } = await startSession(member, seen, systemClock);
  const value = await writeSessionToken({ sessionId, memberId: member.id });
  return { id: member.id, email, name, role, cookie: { name: "next-auth.session-token", value } };
}
