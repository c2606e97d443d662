import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { memberContext } from "@/lib/members/member-context";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import { hashRecoveryCode } from "@/lib/members/second-factor/recovery-codes";
import { findFactor, takeRecoveryCode, takeStep } from "@/lib/members/second-factor/second-factor-store";
import { tellSecondFactorChange } from "@/lib/members/second-factor/tell-second-factor-change";
import { openTotpSecret, stepOfCode } from "@/lib/members/second-factor/totp";
import { findMember } from "@/lib/members/store";

/**
 * Whether a code is one of the member's second factor: of the current half minute, the one before or after, each once and
 * never one before it; or a recovery code, once. Two that come at once with the same code: one is let in. False also for
 * whoever has no second factor.
 */
export async function takeSecondFactor(
  memberId: string,
  organisationId: string,
  code: string,
  clock: Clock,
): Promise<boolean> {
  const owner = { organisationId, memberId };
  const factor = await findFactor(owner);
  if (!factor) return false;
  const step = stepOfCode(openTotpSecret(factor.totpSecret, owner), code.replaceAll(/\s/g, ""), clock.now());
  if (step !== undefined) return takeStep(owner, factor.totpEnabledAt, step);
  const codeHash = hashRecoveryCode(memberId, code);
  return codeHash === undefined ? false : spendRecoveryCode(owner, codeHash, clock);
}

/** That a recovery code was used is worth knowing: it stands on the chain, and its owner is told. */
async function spendRecoveryCode(
  owner: { organisationId: string; memberId: string },
  codeHash: string,
  clock: Clock,
): Promise<boolean> {
  const member = await findMember(owner.organisationId, owner.memberId);
  if (!member) return false;
  const ctx = await memberContext(member, clock);
  return inTransaction(undefined, async (tx) => {
    const codesLeft = await takeRecoveryCode(tx, owner, codeHash);
    if (codesLeft === undefined) return false;
    await tellSecondFactorChange(ctx, tx, member, { change: "RECOVERY_CODE_USED", codesLeft });
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_RECOVERY_CODE_USED", memberId: member.id, codesLeft });
    return true;
  });
}
