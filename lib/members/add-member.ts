import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { requireAhead } from "@/lib/members/invitations/invite-member";
import { namedContext } from "@/lib/members/member-context";
import { hashPassword } from "@/lib/members/passwords/hash-password";
import { requireGoodPassword } from "@/lib/members/passwords/password-policy";
import { replacePassword } from "@/lib/members/passwords/replace-password";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import type { InviteMember, Member } from "@/lib/members/schemas";
import { changeMember, insertMemberUnlessKnown, lockMember } from "@/lib/members/store";
import { toMember } from "@/lib/members/to-member";
import { forgetSession } from "@/lib/session-cache";

/**
 * Makes somebody a member at once, with a password: for programs of those who run the service, where there is nobody yet
 * to invite them. Throws `conflict` for an address that is known, `validation_failed` for a password that would be guessed.
 */
export async function addMember(ctx: Context, input: InviteMember, password: string): Promise<Member> {
  const { email, name, role } = input;
  const nowMs = ctx.clock.now();
  const now = new Date(nowMs);
  const accessExpiresAt = requireAhead(input.accessExpiresAt ?? null, nowMs);
  const { organisation } = await namedContext(ctx);
  requireGoodPassword("password", password, { email, organisationName: organisation.name });
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx.tx, async (tx) => {
    const id = newId("member", nowMs);
    const person = { id, organisationId: organisation.id, email, name, role, accessExpiresAt, createdAt: now };
    if (!(await insertMemberUnlessKnown(tx, person))) {
      throw new ServiceError("conflict", "This address cannot be invited.");
    }
    const joined = { passwordHash, passwordChangedAt: now, joinedAt: now };
    const member = await changeMember(tx, organisation.id, id, joined);
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_JOINED", memberId: id, role, method: "PASSWORD" });
    return toMember(member, nowMs);
  });
}

/** Sets a member's password: for programs of those who run the service. All their sessions end, and they are told. */
export async function setMemberPassword(ctx: Context, id: string, password: string): Promise<void> {
  const named = await namedContext(ctx);
  const passwordHash = await hashPassword(password);
  const ended = await inTransaction(ctx.tx, async (tx) => {
    const member = await lockMember(tx, ctx.organisation.id, id);
    if (!member) throw notFound("member");
    requireGoodPassword("password", password, { email: member.email, organisationName: named.organisation.name });
    return replacePassword(named, tx, member, { passwordHash, how: "BY_OPERATOR" });
  });
  for (const sessionId of ended) forgetSession(sessionId);
}
