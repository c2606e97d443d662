import type { Clock } from "@/lib/clock";
import { systemClock } from "@/lib/clock";
import { type MemberState, memberState } from "@/lib/members/member-state";
import { normaliseEmail } from "@/lib/members/normalise-email";
import { findMemberByEmail, type StoredMember } from "@/lib/members/store";
import type { Role } from "@/lib/roles";

/** What signing in needs to know of a member. */
export interface SignInMember {
  id: string;
  organisationId: string;
  email: string;
  name: string;
  role: Role;
  /** Null where they have no password. */
  passwordHash: string | null;
  hasSecondFactor: boolean;
  state: MemberState;
}

/** The member of an address, in whatever case it was typed; undefined where there is none. */
export async function findMemberForSignIn(
  email: string,
  clock: Clock = systemClock,
): Promise<SignInMember | undefined> {
  const member = await findMemberByEmail(normaliseEmail(email));
  return member && toSignInMember(member, clock.now());
}

export function toSignInMember(member: StoredMember, nowMs: number): SignInMember {
  const { id, organisationId, email, name, role, passwordHash, totpEnabledAt } = member;
  const state = memberState(member, nowMs);
  return { id, organisationId, email, name, role, passwordHash, hasSecondFactor: totpEnabledAt !== null, state };
}
