import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError, validationFailed } from "@/lib/errors";
import { lockOwnAccount, ownAccount, requireOwnPassword } from "@/lib/members/account/own-account";
import { namedContext } from "@/lib/members/member-context";
import { hashPassword } from "@/lib/members/passwords/hash-password";
import { requireGoodPassword } from "@/lib/members/passwords/password-policy";
import { replacePassword } from "@/lib/members/passwords/replace-password";
import type { ChangePassword } from "@/lib/members/schemas";
import { signedInMember } from "@/lib/members/signed-in-member";
import { forgetSession } from "@/lib/session-cache";

/**
 * Changes one's own password and ends every other session of one's own. Throws `conflict` for those who have none because
 * they sign in elsewhere, `validation_failed` where the current one is wrong or the new one would be guessed.
 */
export async function changePassword(ctx: Context, input: ChangePassword): Promise<void> {
  const { sessionId } = signedInMember(ctx);
  const member = await ownAccount(ctx);
  if (member.passwordHash === null) {
    throw new ServiceError("conflict", "You have no password here: you sign in with your organisation's account.");
  }
  await requireOwnPassword(member, input.currentPassword, { path: "currentPassword", clock: ctx.clock });
  const named = await namedContext(ctx);
  const owner = { email: member.email, organisationName: named.organisation.name };
  requireGoodPassword("newPassword", input.newPassword, owner);
  if (input.newPassword === input.currentPassword) {
    throw validationFailed([{ path: "newPassword", message: "must be another than the current one" }]);
  }
  const passwordHash = await hashPassword(input.newPassword);
  const ended = await inTransaction(ctx.tx, async (tx) => {
    const locked = await lockOwnAccount(ctx, tx);
    if (locked.passwordHash !== member.passwordHash) {
      throw new ServiceError("conflict", "Your password was changed meanwhile.");
    }
    return replacePassword(named, tx, locked, { passwordHash, how: "BY_MEMBER", keepSessionId: sessionId });
  });
  for (const id of ended) forgetSession(id);
}
