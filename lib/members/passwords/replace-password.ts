import type { Transaction } from "@/lib/db";
import { passwordChangedMail, queueMail } from "@/lib/mail";
import type { MemberContext } from "@/lib/members/member-context";
import { type PasswordChange, recordMemberEvent } from "@/lib/members/record-member-event";
import { endSessions } from "@/lib/members/sessions/sessions-store";
import { changeMember, type StoredMember } from "@/lib/members/store";
import { voidTokens } from "@/lib/members/tokens/tokens-store";
import { publicUrl } from "@/lib/public-url";

interface Replacement {
  passwordHash: string;
  how: PasswordChange;
  /** The session that goes on; all others end. */
  keepSessionId?: string;
}

/**
 * Sets another password: every other session ends, links that were mailed for a reset do, and the member is told. Answers
 * the sessions that ended, which the caller has forgotten after the commit. The second factor stays as it is.
 */
export async function replacePassword(
  ctx: MemberContext,
  tx: Transaction,
  { id, organisationId, email, name }: Pick<StoredMember, "id" | "organisationId" | "email" | "name">,
  { passwordHash, how, keepSessionId }: Replacement,
): Promise<string[]> {
  const at = new Date(ctx.clock.now());
  await changeMember(tx, organisationId, id, { passwordHash, passwordChangedAt: at, updatedAt: at });
  await voidTokens(tx, { organisationId, memberId: id, kind: "PASSWORD_RESET" }, at);
  const ended = await endSessions(tx, { organisationId, memberId: id, keepId: keepSessionId }, at);
  const mail = passwordChangedMail({
    organisation: ctx.organisation,
    name,
    at,
    how,
    forgottenUrl: publicUrl("/forgot-password"),
  });
  await queueMail(tx, { organisationId, to: email, template: "password-changed", ...mail }, ctx.clock);
  const sessionsEnded = ended.length;
  await recordMemberEvent(ctx, tx, { kind: "MEMBER_PASSWORD_CHANGED", memberId: id, how, sessionsEnded });
  return ended;
}
