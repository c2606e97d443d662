import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { memberContext } from "@/lib/members/member-context";
import { hashPassword } from "@/lib/members/passwords/hash-password";
import { requireGoodPassword } from "@/lib/members/passwords/password-policy";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import type { AcceptInvitation } from "@/lib/members/schemas";
import { changeMember, lockMember } from "@/lib/members/store";
import { badToken, isUsable, readToken } from "@/lib/members/tokens/read-token";
import { takeToken } from "@/lib/members/tokens/tokens-store";

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
