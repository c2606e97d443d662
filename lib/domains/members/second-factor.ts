import { lockOwnAccount, ownAccount, requireAttempt, requireOwnPassword } from "@/lib/domains/members/account";
import { type MemberContext, memberContext, namedContext, toMember } from "@/lib/domains/members/member";
import { recordMemberEvent } from "@/lib/domains/members/member-events";
import { refuseOwn } from "@/lib/domains/members/members";
import type {
  ConfirmSecondFactor,
  DisableSecondFactor,
  Member,
  RecoveryCodes,
  SecondFactorSetup,
} from "@/lib/domains/members/schemas";
import { endSessions } from "@/lib/domains/members/sessions-store";
import {
  changeMember,
  findFactor,
  findMember,
  findSealedFactors,
  replaceSealedFactor,
  requireMember,
  type SealedFactor,
  type StoredMember,
  takeRecoveryCode,
  takeStep,
} from "@/lib/domains/members/store";
import {
  generateRecoveryCodes,
  generateTotpSecret,
  hashRecoveryCode,
  openTotpSecret,
  otpauthUrl,
  sealTotpSecret,
  stepOfCode,
} from "@/lib/domains/members/totp";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import { isUnderCurrentKey } from "@/lib/platform/crypto/encryption";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { type Reencryption, reencryptRows } from "@/lib/platform/database/reencryption";
import { queueMail, secondFactorChangedMail } from "@/lib/platform/mail";
import type { SecondFactorChange } from "@/lib/platform/mail/templates/account-mails";

/**
 * Creates a secret for the caller's authenticator app, replacing an unconfirmed one. Throws `conflict` if 2FA is
 * enabled.
 */
export async function beginSecondFactor(ctx: Context): Promise<SecondFactorSetup> {
  const secret = generateTotpSecret();
  return inTransaction(ctx.tx, async (tx) => {
    const { id, organisationId, email, totpEnabledAt } = await lockOwnAccount(ctx, tx);
    if (totpEnabledAt !== null) {
      throw new ServiceError(
        "conflict",
        "Two-factor authentication is already enabled. Disable it before you set it up again.",
      );
    }
    const totpSecret = sealTotpSecret(secret, { organisationId, memberId: id });
    await changeMember(tx, organisationId, id, { totpSecret, totpLastStep: null });
    return { secret, otpauthUrl: otpauthUrl(secret, email) };
  });
}

/**
 * Enables 2FA with a code of the app, which is then used up. Returns the recovery codes, which are shown only once.
 * Throws `conflict` if nothing was set up or 2FA is enabled, `validation_failed` for a wrong code.
 */
export async function confirmSecondFactor(ctx: Context, { code }: ConfirmSecondFactor): Promise<RecoveryCodes> {
  const nowMs = ctx.clock.now();
  const named = await namedContext(ctx);
  const recoveryCodes = generateRecoveryCodes();
  await inTransaction(ctx.tx, async (tx) => {
    const member = await lockOwnAccount(ctx, tx);
    const { id: memberId, organisationId, totpSecret } = member;
    if (member.totpEnabledAt !== null)
      throw new ServiceError("conflict", "Two-factor authentication is already enabled.");
    if (totpSecret === null) throw new ServiceError("conflict", "Set up your authenticator app first.");
    const step = stepOfCode(openTotpSecret(totpSecret, { organisationId, memberId }), code, nowMs);
    if (step === undefined) {
      throw validationFailed([{ path: "code", message: "is not the current code of your authenticator app" }]);
    }
    const now = new Date(nowMs);
    await changeMember(tx, organisationId, memberId, {
      totpEnabledAt: now,
      totpLastStep: BigInt(step),
      recoveryCodes: recoveryCodes.flatMap((text) => hashRecoveryCode(memberId, text) ?? []),
      updatedAt: now,
    });
    await notifySecondFactorChange(named, tx, member, { change: "ENABLED" });
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_SECOND_FACTOR_ENABLED", memberId });
  });
  if (ctx.actor.kind === "user") forgetSessions([ctx.actor.sessionId]);
  return { recoveryCodes };
}

/**
 * Disables the caller's 2FA with a code or recovery code and, if they have one, their password. Throws `conflict` if
 * 2FA is disabled, `validation_failed` for a wrong password or code.
 */
export async function disableSecondFactor(ctx: Context, { code, password }: DisableSecondFactor): Promise<void> {
  const member = await ownAccount(ctx);
  const { id, organisationId } = member;
  if (member.totpEnabledAt === null) throw new ServiceError("conflict", "Two-factor authentication is not enabled.");
  await requireOwnPassword(member, password, { path: "password", clock: ctx.clock });
  await requireAttempt("own-second-factor", id, ctx.clock);
  if (!(await takeSecondFactor(id, organisationId, code, ctx.clock))) {
    throw validationFailed([{ path: "code", message: "is incorrect or was already used" }]);
  }
  const named = await namedContext(ctx);
  await inTransaction(ctx.tx, async (tx) => {
    const locked = await lockOwnAccount(ctx, tx);
    await changeMember(tx, organisationId, id, { ...noSecondFactor, updatedAt: new Date(ctx.clock.now()) });
    await notifySecondFactorChange(named, tx, locked, { change: "DISABLED" });
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_SECOND_FACTOR_DISABLED", memberId: id });
  });
  if (ctx.actor.kind === "user") forgetSessions([ctx.actor.sessionId]);
}

/** The columns of a member without 2FA. */
const noSecondFactor = { totpSecret: null, totpEnabledAt: null, totpLastStep: null, recoveryCodes: [] };

/**
 * Resets another member's 2FA and signs them out everywhere. Throws `not_found`, and `conflict` for the caller's own
 * account or if 2FA is not enabled.
 */
export async function resetSecondFactor(ctx: Context, id: string): Promise<Member> {
  const organisationId = ctx.organisation.id;
  const nowMs = ctx.clock.now();
  const named = await namedContext(ctx);
  const { member, ended } = await inTransaction(ctx.tx, async (tx) => {
    const stored = await requireMember(tx, organisationId, id);
    const message =
      "You cannot remove your own two-factor authentication here. Disable it on your account page with a one-time code.";
    await refuseOwn(ctx, tx, id, message);
    if (stored.totpEnabledAt === null)
      throw new ServiceError("conflict", "This member has not enabled two-factor authentication.");
    const now = new Date(nowMs);
    const saved = await changeMember(tx, organisationId, id, { ...noSecondFactor, updatedAt: now });
    const sessions = await endSessions(tx, { organisationId, memberId: id }, now);
    await notifySecondFactorChange(named, tx, stored, { change: "RESET" });
    const sessionsEnded = sessions.length;
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_SECOND_FACTOR_RESET", memberId: id, sessionsEnded });
    return { member: toMember(saved, nowMs), ended: sessions };
  });
  forgetSessions(ended);
  return member;
}

/**
 * Whether a code is valid: a TOTP code of the current, previous or next time step, later than any used one, or an
 * unused recovery code. Of two concurrent uses of a code, one succeeds. False if the member has no 2FA.
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

/** The use of a recovery code is recorded on the chain, and its owner is notified. */
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
    await notifySecondFactorChange(ctx, tx, member, { change: "RECOVERY_CODE_USED", codesLeft });
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_RECOVERY_CODE_USED", memberId: member.id, codesLeft });
    return true;
  });
}

/** Notifies a member of a change of their 2FA, in its transaction. */
async function notifySecondFactorChange(
  { organisation, clock }: Pick<MemberContext, "organisation" | "clock">,
  tx: Transaction,
  member: Pick<StoredMember, "email" | "name">,
  change: SecondFactorChange,
): Promise<void> {
  const mail = secondFactorChangedMail({
    organisation,
    name: member.name,
    at: new Date(clock.now()),
    accountUrl: publicUrl("/account"),
    ...change,
  });
  const template = "second-factor-changed";
  await queueMail(tx, { organisationId: organisation.id, to: member.email, template, ...mail }, clock);
}

/** Re-encrypts authenticator secrets that are not under the current key, while the service runs. */
export function reencryptSecondFactors(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptRows({ find: findSealedFactors, idOf: ({ memberId }) => memberId, reencrypt }, report);
}

async function reencrypt(factor: SealedFactor): Promise<boolean> {
  if (isUnderCurrentKey(factor.totpSecret)) return false;
  return replaceSealedFactor(factor, sealTotpSecret(openTotpSecret(factor.totpSecret, factor), factor));
}
