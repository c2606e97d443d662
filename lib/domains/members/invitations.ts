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
import { changeMember, insertMemberUnlessKnown, lockMember, type StoredMember } from "@/lib/domains/members/store";
import { badToken, issueToken, isUsable, readToken } from "@/lib/domains/members/tokens";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { memberInvitedMail, queueMail } from "@/lib/platform/mail";

/**
 * Invites somebody by mail. They are a member from when they follow the link in it, within seven days. Throws `conflict`
 * for an address that is known already, in whatever organisation: which is not told.
 */
export async function inviteMember(ctx: Context, input: InviteMember): Promise<Member> {
  return (await inviteWithLink(ctx, input)).member;
}

/** As {@link inviteMember}, with the link of the mail: for the operator's command line. */
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

/** The end of an access, which must be in the future: to end it now, disable the member. */
export function requireAhead(accessExpiresAt: string | null, nowMs: number): Date | null {
  if (accessExpiresAt === null) return null;
  const end = new Date(accessExpiresAt);
  if (end.getTime() <= nowMs) throw validationFailed([{ path: "accessExpiresAt", message: "must be in the future" }]);
  return end;
}

/**
 * Writes the mail that lets somebody become a member; a link that they were sent before ends with it. Behind `#`, the
 * token reaches no server but in the body of what the page sends, so it stands in no log and no `Referer`. Answers the link.
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
    const member = await lockMember(tx, ctx.organisation.id, id);
    if (!member) throw notFound("member");
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
 * Makes who was invited a member, with the name and password they choose. Of two who accept one invitation at once, one
 * does. Throws `not_found` for an invitation that is not good, `validation_failed` for a password that would be guessed.
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
