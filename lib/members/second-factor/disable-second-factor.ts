import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError, validationFailed } from "@/lib/errors";
import { lockOwnAccount, ownAccount, requireOwnPassword } from "@/lib/members/account/own-account";
import { namedContext } from "@/lib/members/member-context";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import { requireAttempt } from "@/lib/members/require-attempt";
import type { DisableSecondFactor } from "@/lib/members/schemas";
import { noSecondFactor } from "@/lib/members/second-factor/reset-second-factor";
import { takeSecondFactor } from "@/lib/members/second-factor/take-second-factor";
import { tellSecondFactorChange } from "@/lib/members/second-factor/tell-second-factor-change";
import { changeMember } from "@/lib/members/store";

/**
 * Turns one's second factor off, with a code of it or a recovery code, and with the password where there is one. Throws
 * `conflict` where it is off, `validation_failed` for a wrong password or code.
 */
export async function disableSecondFactor(ctx: Context, { code, password }: DisableSecondFactor): Promise<void> {
  const member = await ownAccount(ctx);
  const { id, organisationId } = member;
  if (member.totpEnabledAt === null) throw new ServiceError("conflict", "Your second factor is off.");
  await requireOwnPassword(member, password, { path: "password", clock: ctx.clock });
  await requireAttempt("own-second-factor", id, ctx.clock);
  if (!(await takeSecondFactor(id, organisationId, code, ctx.clock))) {
    throw validationFailed([{ path: "code", message: "is not a code of your second factor, or was used before" }]);
  }
  const named = await namedContext(ctx);
  await inTransaction(ctx.tx, async (tx) => {
    const locked = await lockOwnAccount(ctx, tx);
    await changeMember(tx, organisationId, id, { ...noSecondFactor, updatedAt: new Date(ctx.clock.now()) });
    await tellSecondFactorChange(named, tx, locked, { change: "DISABLED" });
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_SECOND_FACTOR_DISABLED", memberId: id });
  });
}
