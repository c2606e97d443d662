import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { memberContext } from "@/lib/members/member-context";
import { hashPassword } from "@/lib/members/passwords/hash-password";
import { requireGoodPassword } from "@/lib/members/passwords/password-policy";
import { replacePassword } from "@/lib/members/passwords/replace-password";
import type { CompletePasswordReset } from "@/lib/members/schemas";
import { lockMember } from "@/lib/members/store";
import { badToken, isUsable, readToken } from "@/lib/members/tokens/read-token";
import { takeToken } from "@/lib/members/tokens/tokens-store";
import { forgetSession } from "@/lib/session-cache";

/**
 * Sets the password that somebody chose by a mailed link, and ends all their sessions. Throws `not_found` for a link that
 * is not good, `validation_failed` for a password that would be guessed.
 */
export async function completePasswordReset(
  { clock }: Pick<Context, "clock">,
  input: CompletePasswordReset,
): Promise<void> {
  const nowMs = clock.now();
  const { token, member } = await readToken("PASSWORD_RESET", input.token, nowMs);
  const { id, organisationId, email } = member;
  const ctx = await memberContext(member, clock);
  requireGoodPassword("password", input.password, { email, organisationName: ctx.organisation.name });
  const passwordHash = await hashPassword(input.password);
  const ended = await inTransaction(undefined, async (tx) => {
    const locked = await lockMember(tx, organisationId, id);
    const good = locked && isUsable("PASSWORD_RESET", locked, nowMs) && (await takeToken(tx, token, new Date(nowMs)));
    if (!locked || !good) throw badToken("PASSWORD_RESET");
    return replacePassword(ctx, tx, locked, { passwordHash, how: "BY_RESET" });
  });
  for (const sessionId of ended) forgetSession(sessionId);
}
