import { type MemberContext, memberContext, memberState, namedContext, toMember } from "@/lib/domains/members/member";
import { recordMemberEvent } from "@/lib/domains/members/member-events";
import { hashPassword, requireGoodPassword } from "@/lib/domains/members/passwords";
import type {
  AcceptInvitation,
  InspectInvitation,
  Invitation,
  InviteMember,
  Member,
} from "@/lib/domains/members/schemas";
import { takeToken, voidTokens } from "@/lib/domains/members/sessions-store";
import {
  changeMember,
  insertMemberUnlessKnown,
  lockMember,
  requireMember,
  type StoredMember,
} from "@/lib/domains/members/store";
import { badToken, issueToken, isUsable, readToken } from "@/lib/domains/members/tokens";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { memberInvitedMail, queueMail } from "@/lib/platform/mail";

/**
 * Invites a member by e-mail. Throws `conflict` for an address that is known in any organisation, without saying in
 * which.
 */
export async function inviteMember(ctx: Context, input: InviteMember): Promise<Member> {
  return (await inviteWithLink(ctx, input)).member;
}

/** As `inviteMember`, with the link of the e-mail, for the operator's command line. */
export async function inviteWithLink(
  ctx: Context,
  { email, name, role, accessExpiresAt }: InviteMember,
): Promise<{ member: Member; invitationUrl: string }> {
  const nowMs = ctx.clock.now();
  const expiry = requireAhead(accessExpiresAt ?? null, nowMs);
  const named = await namedContext(ctx);
  return inTransaction(ctx.tx, async (tx) => {
    const stored = await insertMemberUnlessKnown(tx, {
      id: newId("member", nowMs),
      organisationId: ctx.organisation.id,
      email,
      name,
      role,
      accessExpiresAt: expiry,
      createdAt: new Date(nowMs),
    });
    if (!stored) throw new ServiceError("conflict", "This address cannot be invited.");
    const invitationUrl = await sendInvitation(named, tx, stored);
    const member = toMember(stored, nowMs);
    await recordMemberEvent(ctx, tx, {
      kind: "MEMBER_INVITED",
      memberId: member.id,
      role,
      accessExpiresAt: member.accessExpiresAt,
    });
    return { member, invitationUrl };
  });
}

/** The end of access, which must be in the future. To end access now, disable the member. */
export function requireAhead(accessExpiresAt: string | null, nowMs: number): Date | null {
  if (accessExpiresAt === null) return null;
  const end = new Date(accessExpiresAt);
  if (end.getTime() <= nowMs) throw validationFailed([{ path: "accessExpiresAt", message: "must be in the future" }]);
  return end;
}

/**
 * Sends the invitation e-mail and invalidates earlier links. The token is in the fragment, so no log or `Referer`
 * header contains it. Returns the link.
 */
async function sendInvitation(
  { organisation, actor, clock }: MemberContext,
  tx: Transaction,
  member: Pick<StoredMember, "id" | "email" | "name" | "role">,
): Promise<string> {
  const nowMs = clock.now();
  const owner = { id: member.id, organisationId: organisation.id };
  await voidTokens(tx, { organisationId: organisation.id, memberId: member.id, kind: "INVITATION" }, new Date(nowMs));
  const { token, expiresAt } = await issueToken(tx, owner, "INVITATION", nowMs);
  const { email: to, name, role } = member;
  const invitationUrl = publicUrl(`/invitation#token=${token}`);
  const invitedBy = actor.kind === "user" ? actor.name : null;
  const mail = memberInvitedMail({ organisation, name, role, invitedBy, invitationUrl, expiresAt });
  await queueMail(
    tx,
    { organisationId: organisation.id, to, template: "member-invited", ...mail, linkToken: token },
    clock,
  );
  return invitationUrl;
}

/** Sends an open invitation again, with a new link. Throws `conflict` if none is open. */
export async function renewInvitation(ctx: Context, id: string): Promise<Member> {
  const nowMs = ctx.clock.now();
  const named = await namedContext(ctx);
  return inTransaction(ctx.tx, async (tx) => {
    const member = await requireMember(tx, ctx.organisation.id, id);
    if (memberState(member, nowMs) !== "INVITED") {
      throw new ServiceError("conflict", "This member has no open invitation.");
    }
    await sendInvitation(named, tx, member);
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_INVITATION_RENEWED", memberId: id });
    return toMember(member, nowMs);
  });
}

/** Shows an invitation to its holder. Throws `not_found` for an invalid one. */
export async function inspectInvitation(
  { clock }: Pick<Context, "clock">,
  input: InspectInvitation,
): Promise<Invitation> {
  const { token, member } = await readToken("INVITATION", input.token, clock.now());
  const { organisation } = await memberContext(member, clock);
  const { email, name, role } = member;
  return { email, name, role, organisationName: organisation.name, expiresAt: token.expiresAt.toISOString() };
}

/**
 * Sets the invited member's name and password. Of two concurrent requests, one succeeds. Throws `not_found` for an
 * invalid invitation, `validation_failed` for a password that is easily guessed.
 */
export async function acceptInvitation({ clock }: Pick<Context, "clock">, input: AcceptInvitation): Promise<void> {
  const nowMs = clock.now();
  const now = new Date(nowMs);
  const { token, member } = await readToken("INVITATION", input.token, nowMs);
  const { id, organisationId, email, role } = member;
  const ctx = await memberContext({ ...member, name: input.name }, clock);
  requireGoodPassword("password", input.password, { email, organisationName: ctx.organisation.name });
  const passwordHash = await hashPassword(input.password);
  await inTransaction(undefined, async (tx) => {
    const locked = await lockMember(tx, organisationId, id);
    if (!locked || !isUsable("INVITATION", locked, nowMs) || !(await takeToken(tx, token, now))) {
      throw badToken("INVITATION");
    }
    const joined = { name: input.name, passwordHash, passwordChangedAt: now, joinedAt: now, updatedAt: now };
    await changeMember(tx, organisationId, id, joined);
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_JOINED", memberId: id, role, method: "PASSWORD" });
  });
}
