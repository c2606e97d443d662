import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError, validationFailed } from "@/lib/errors";
import { lockOwnAccount } from "@/lib/members/account/own-account";
import { namedContext } from "@/lib/members/member-context";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import type { ConfirmSecondFactor, RecoveryCodes } from "@/lib/members/schemas";
import { generateRecoveryCodes, hashRecoveryCode } from "@/lib/members/second-factor/recovery-codes";
import { tellSecondFactorChange } from "@/lib/members/second-factor/tell-second-factor-change";
import { openTotpSecret, stepOfCode } from "@/lib/members/second-factor/totp";
import { changeMember } from "@/lib/members/store";

/**
 * Turns one's second factor on, with a code of the app that was set up: it is good for this alone. Answers the recovery
 * codes, which are nowhere to be had again. Throws `conflict` where nothing was set up or it is on, `validation_failed`
 * for a wrong code.
 */
export async function confirmSecondFactor(ctx: Context, { code }: ConfirmSecondFactor): Promise<RecoveryCodes> {
  const nowMs = ctx.clock.now();
  const named = await namedContext(ctx);
  const recoveryCodes = generateRecoveryCodes();
  return inTransaction(ctx.tx, async (tx) => {
    const member = await lockOwnAccount(ctx, tx);
    const { id: memberId, organisationId, totpSecret } = member;
    if (member.totpEnabledAt !== null) throw new ServiceError("conflict", "Your second factor is on already.");
    if (totpSecret === null) throw new ServiceError("conflict", "Set your authenticator app up first.");
    const step = stepOfCode(openTotpSecret(totpSecret, { organisationId, memberId }), code, nowMs);
    if (step === undefined) {
      throw validationFailed([{ path: "code", message: "is not the code that the app shows now" }]);
    }
    const now = new Date(nowMs);
    await changeMember(tx, organisationId, memberId, {
      totpEnabledAt: now,
      totpLastStep: BigInt(step),
      recoveryCodes: recoveryCodes.flatMap((text) => hashRecoveryCode(memberId, text) ?? []),
      updatedAt: now,
    });
    await tellSecondFactorChange(named, tx, member, { change: "ENABLED" });
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_SECOND_FACTOR_ENABLED", memberId });
    return { recoveryCodes };
  });
}
