import type { Member } from "@/lib/domains/members/schemas";
import { findMemberByEmail, type StoredMember } from "@/lib/domains/members/store";
import { findOrganisation } from "@/lib/domains/organisations";
import { type Clock, systemClock, withIsoDates } from "@/lib/platform/core/clock";
import type { Actor, Context } from "@/lib/platform/core/context";
import type { Role } from "@/lib/platform/core/roles";

export type MemberState = "ACTIVE" | "INVITED" | "DISABLED" | "EXPIRED";

/** DISABLED takes precedence over EXPIRED, and EXPIRED over INVITED. */
export function memberState(
  member: Pick<StoredMember, "disabledAt" | "accessExpiresAt" | "joinedAt">,
  nowMs: number,
): MemberState {
  if (member.disabledAt !== null) return "DISABLED";
  if (member.accessExpiresAt !== null && member.accessExpiresAt.getTime() <= nowMs) return "EXPIRED";
  return member.joinedAt === null ? "INVITED" : "ACTIVE";
}

/** The administrative state of a member, as recorded on the chain. */
export interface Standing {
  role: Role;
  disabled: boolean;
  accessExpiresAt: string | null;
}

export function standingOf({
  role,
  disabledAt,
  accessExpiresAt,
}: Pick<StoredMember, "role" | "disabledAt" | "accessExpiresAt">): Standing {
  return { role, disabled: disabledAt !== null, accessExpiresAt: accessExpiresAt?.toISOString() ?? null };
}

export function toMember(member: StoredMember, nowMs: number): Member {
  const { id, email, name, role, accessExpiresAt, lastSignInAt, createdAt, updatedAt } = withIsoDates(member);
  return {
    ...{ id, email, name, role, accessExpiresAt, lastSignInAt, createdAt, updatedAt },
    status: memberState(member, nowMs),
    secondFactor: member.totpEnabledAt !== null,
    signsInWith: [
      ...(member.passwordHash === null ? [] : (["PASSWORD"] as const)),
      ...(member.oidcSubject === null ? [] : (["OPENID"] as const)),
    ],
  };
}

export interface SignInMember
  extends Pick<StoredMember, "id" | "organisationId" | "email" | "name" | "role" | "passwordHash"> {
  hasSecondFactor: boolean;
  state: MemberState;
}

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

/** Addresses are stored in lower case. PostgreSQL rejects NUL and lone surrogates. */
function normaliseEmail(email: string): string {
  return email.trim().toLowerCase().replaceAll("\0", "").toWellFormed();
}

/** The context of a change, with the organisation's name for e-mails. */
export interface MemberContext extends Pick<Context, "clock" | "organisation"> {
  actor: Actor;
  organisation: Context["organisation"] & { name: string };
}

/** For operations without a session: the actor is the member, unless another is given. */
export async function memberContext(
  member: Pick<StoredMember, "id" | "organisationId" | "email" | "name" | "role">,
  clock: Clock,
  actor: Actor = actorOf(member),
): Promise<MemberContext> {
  return { organisation: await organisationOf(member.organisationId), actor, clock };
}

export async function namedContext(ctx: Pick<Context, "organisation" | "actor" | "clock">): Promise<MemberContext> {
  return { organisation: await organisationOf(ctx.organisation.id), actor: ctx.actor, clock: ctx.clock };
}

function actorOf({ id, email, name, role }: Pick<StoredMember, "id" | "email" | "name" | "role">): Actor {
  return { kind: "user", id, email, name, role, sessionId: "" };
}

async function organisationOf(id: string): Promise<MemberContext["organisation"]> {
  const organisation = await findOrganisation(id);
  if (!organisation) throw new Error(`organisation ${id} not found`);
  return organisation;
}
