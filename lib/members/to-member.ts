import { memberState } from "@/lib/members/member-state";
import type { Member } from "@/lib/members/schemas";
import type { StoredMember } from "@/lib/members/store";

/** A stored member as callers see them at a time. */
export function toMember(member: StoredMember, nowMs: number): Member {
  const { id, email, name, role } = member;
  return {
    id,
    email,
    name,
    role,
    status: memberState(member, nowMs),
    secondFactor: member.totpEnabledAt !== null,
    signsInWith: [
      ...(member.passwordHash === null ? [] : (["PASSWORD"] as const)),
      ...(member.oidcSubject === null ? [] : (["OPENID"] as const)),
    ],
    accessExpiresAt: member.accessExpiresAt?.toISOString() ?? null,
    lastSignInAt: member.lastSignInAt?.toISOString() ?? null,
    createdAt: member.createdAt.toISOString(),
    updatedAt: member.updatedAt.toISOString(),
  };
}
