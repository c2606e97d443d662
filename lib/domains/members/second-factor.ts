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
  lockMember,
  replaceSealedFactor,
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
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import { isUnderCurrentKey } from "@/lib/platform/crypto/encryption";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { type Reencryption, reencryptRows } from "@/lib/platform/database/reencryption";
import { queueMail, secondFactorChangedMail } from "@/lib/platform/mail";
import type { SecondFactorChange } from "@/lib/platform/mail/templates/account-mails";

/**
 * Makes a secret for one's authenticator app. It is asked for when signing in from when it was confirmed with a code; to
 * begin again makes another one. Throws `conflict` where the second factor is on.
 */
export async function beginSecondFactor(ctx: Context): Promise<SecondFactorSetup> {
  const secret = generateTotpSecret();
  return inTransaction(ctx.tx, async (tx) => {
    const { id, organisationId, email, totpEnabledAt } = await lockOwnAccount(ctx, tx);
    if (totpEnabledAt !== null) {
      throw new ServiceError("conflict", "Your second factor is on. Turn it off before you set it up anew.");
    }
    const totpSecret = sealTotpSecret(secret, { organisationId, memberId: id });
    await changeMember(tx, organisationId, id, { totpSecret, totpLastStep: null });
    return { secret, otpauthUrl: otpauthUrl(secret, email) };
  });
}

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

/** The columns of a member without two-factor authentication. */
const noSecondFactor = { totpSecret: null, totpEnabledAt: null, totpLastStep: null, recoveryCodes: [] };

/**
 * Takes the second factor from a member who lost it, and signs them out everywhere. Their own is turned off with a code of
 * it. Throws `not_found`, `conflict` for one's own and where there is none.
 */
export async function resetSecondFactor(ctx: Context, id: string): Promise<Member> {
  const organisationId = ctx.organisation.id;
  const nowMs = ctx.clock.now();
  const named = await namedContext(ctx);
  const { member, ended } = await inTransaction(ctx.tx, async (tx) => {
    const stored = await lockMember(tx, organisationId, id);
    if (!stored) throw notFound("member");
    const message =
      "You cannot remove your own two-factor authentication here. Disable it on your account page with a one-time code.";
    await refuseOwn(ctx, tx, id, message);
    if (stored.totpEnabledAt === null) throw new ServiceError("conflict", "This member has no second factor.");
    const now = new Date(nowMs);
    const saved = await changeMember(tx, organisationId, id, { ...noSecondFactor, updatedAt: now });
    const sessions = await endSessions(tx, { organisationId, memberId: id }, now);
    await tellSecondFactorChange(named, tx, stored, { change: "RESET" });
    const sessionsEnded = sessions.length;
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_SECOND_FACTOR_RESET", memberId: id, sessionsEnded });
    return { member: toMember(saved, nowMs), ended: sessions };
  });
  forgetSessions(ended);
  return member;
}

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
    await tellSecondFactorChange(ctx, tx, member, { change: "RECOVERY_CODE_USED", codesLeft });
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_RECOVERY_CODE_USED", memberId: member.id, codesLeft });
    return true;
  });
}

/** Notifies a member that their two-factor authentication changed, in the transaction of the change. */
async function tellSecondFactorChange(
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

/** Re-encrypts the authenticator secrets that are not under the current key, while the service runs. */
export function reencryptSecondFactors(tell: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptRows({ find: findSealedFactors, idOf: ({ memberId }) => memberId, reencrypt }, tell);
}

async function reencrypt(factor: SealedFactor): Promise<boolean> {
  if (isUnderCurrentKey(factor.totpSecret)) return false;
  return replaceSealedFactor(factor, sealTotpSecret(openTotpSecret(factor.totpSecret, factor), factor));
}
