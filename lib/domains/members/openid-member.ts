import {
  memberContext,
  memberState,
  type SignInMember,
  standingOf,
  toSignInMember,
} from "@/lib/domains/members/member";
import { recordMemberEvent } from "@/lib/domains/members/member-events";
import { leavesNoAdministrator } from "@/lib/domains/members/members";
import { EmailAddress } from "@/lib/domains/members/schemas";
import { openSessionIds, voidTokens } from "@/lib/domains/members/sessions-store";
import {
  changeMember,
  findMemberByEmail,
  findMemberByIdentity,
  insertMember,
  lockAdministration,
  lockMember,
  type StoredMember,
} from "@/lib/domains/members/store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import type { Role } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";

/** Verified claims of an OpenID provider, and the configured organisation. */
interface OpenIdIdentity {
  issuer: string;
  subject: string;
  email: string;
  /** Whether the provider has verified the address. */
  emailVerified: boolean;
  name: string;
  role: Role;
  organisationId: string;
}

type Provisioning = Pick<Context, "organisation" | "clock" | "actor">;

const nameLengthMax = 100;

/**
 * The member of an OpenID identity: the linked one, the one with its verified address (who is linked and, if invited,
 * joins), or a new one. The provider decides the role, except for the last administrator. Members who are disabled or
 * expired stay so, as the returned `state` shows. Throws `conflict` if the address belongs to a member who cannot be
 * linked.
 */
export async function provisionOpenIdMember(identity: OpenIdIdentity, clock: Clock): Promise<SignInMember> {
  const nowMs = clock.now();
  const { organisationId, role } = identity;
  const email = EmailAddress.safeParse(identity.email);
  if (!email.success) throw refused();
  const name = displayName(identity.name, email.data);
  const id = newId("member", nowMs);
  const ctx = await memberContext({ id, organisationId, email: email.data, name, role }, clock);
  const { member, touched } = await inTransaction(undefined, async (tx) => {
    await lockAdministration(tx, organisationId);
    const known = await findMemberByIdentity(tx, identity.issuer, identity.subject);
    if (known) return followRole(ctx, tx, role, known.organisationId === organisationId ? known : refuse());
    const invited = await findMemberByEmail(email.data, tx);
    if (invited) return followRole(ctx, tx, role, await link(ctx, tx, identity, invited));
    return { member: await create(ctx, tx, identity, { id, email: email.data, name }), touched: [] };
  });
  forgetSessions(touched);
  return toSignInMember(member, nowMs);
}

/** Applies the provider's role. Returns the sessions to drop from the cache after the commit. */
async function followRole(
  ctx: Provisioning,
  tx: Transaction,
  role: Role,
  member: StoredMember,
): Promise<{ member: StoredMember; touched: string[] }> {
  const nowMs = ctx.clock.now();
  const after = { ...member, role };
  const isOpen = memberState(member, nowMs) === "ACTIVE";
  if (!isOpen || member.role === role || (await leavesNoAdministrator(tx, member, after, nowMs))) {
    return { member, touched: [] };
  }
  const { id, organisationId } = member;
  const saved = await changeMember(tx, organisationId, id, { role, updatedAt: new Date(nowMs) });
  const touched = await openSessionIds(tx, organisationId, id);
  const both = { before: standingOf(member), after: standingOf(saved) };
  const actor = { kind: "system", id: "openid" } as const;
  await recordMemberEvent({ ...ctx, actor }, tx, { kind: "MEMBER_CHANGED", memberId: id, changed: ["role"], ...both });
  return { member: saved, touched };
}

async function create(
  ctx: Provisioning,
  tx: Transaction,
  { organisationId, role, issuer, subject }: OpenIdIdentity,
  person: Pick<StoredMember, "id" | "email" | "name">,
): Promise<StoredMember> {
  const now = new Date(ctx.clock.now());
  const identity = { oidcIssuer: issuer, oidcSubject: subject };
  const member = await insertMember(tx, {
    ...person,
    organisationId,
    role,
    ...identity,
    createdAt: now,
    joinedAt: now,
  });
  await recordMemberEvent(ctx, tx, { kind: "MEMBER_JOINED", memberId: member.id, role, method: "OPENID" });
  return member;
}

/** Links by address only if the provider has verified it. */
async function link(
  ctx: Provisioning,
  tx: Transaction,
  { organisationId, issuer, subject, emailVerified }: OpenIdIdentity,
  { id }: StoredMember,
): Promise<StoredMember> {
  const member = await lockMember(tx, organisationId, id);
  if (!member || !emailVerified || member.oidcSubject !== null) return refuse();
  const nowMs = ctx.clock.now();
  const state = memberState(member, nowMs);
  if (state === "DISABLED" || state === "EXPIRED") return member;
  const now = new Date(nowMs);
  const linked = await changeMember(tx, organisationId, id, {
    oidcIssuer: issuer,
    oidcSubject: subject,
    joinedAt: member.joinedAt ?? now,
    updatedAt: now,
  });
  const { role, email, name } = member;
  const actor = { kind: "user", id, email, name, role, sessionId: "" } as const;
  if (state === "INVITED") {
    await voidTokens(tx, { organisationId, memberId: id, kind: "INVITATION" }, now);
    await recordMemberEvent({ ...ctx, actor }, tx, { kind: "MEMBER_JOINED", memberId: id, role, method: "OPENID" });
  } else {
    await recordMemberEvent({ ...ctx, actor }, tx, { kind: "MEMBER_LINKED_TO_OPENID", memberId: id });
  }
  return linked;
}

function displayName(given: string, email: string): string {
  const name = given
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, nameLengthMax)
    .toWellFormed();
  return name === "" ? email : name;
}

function refuse(): never {
  throw refused();
}

function refused(): ServiceError {
  return new ServiceError("conflict", "This account cannot sign in. Contact an administrator of your organisation.");
}
