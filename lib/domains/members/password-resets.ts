import { memberContext, memberState } from "@/lib/domains/members/member";
import { recordMemberEvent } from "@/lib/domains/members/member-events";
import { hashPassword, replacePassword, requireGoodPassword } from "@/lib/domains/members/passwords";
import type { CompletePasswordReset, RequestPasswordReset } from "@/lib/domains/members/schemas";
import { countTokensSince, takeToken } from "@/lib/domains/members/sessions-store";
import { findMemberByEmail, lockMember, type StoredMember } from "@/lib/domains/members/store";
import { badToken, issueToken, isUsable, readToken } from "@/lib/domains/members/tokens";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Clock } from "@/lib/platform/core/clock";
import type { Actor, Context, Principal } from "@/lib/platform/core/context";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import { may } from "@/lib/platform/core/roles";
import { inTransaction } from "@/lib/platform/database/db";
import { passwordResetMail, queueMail } from "@/lib/platform/mail";
import { log } from "@/lib/platform/telemetry/log";

const mailsMax = 3;
const mailsWindowMs = 60 * 60_000;

/**
 * Has a link mailed by which the member of an address chooses another password. What is answered, and how long that takes,
 * does not tell whether there is such a member: the address is looked up, and what follows is not waited for. Where an
 * administrator of the member's organisation requests it, the request counts as theirs.
 */
export async function requestPasswordReset(
  { clock }: Pick<Context, "clock">,
  { email }: RequestPasswordReset,
  requester?: Principal,
): Promise<void> {
  const member = await findMemberByEmail(email);
  if (!member) return;
  sendPasswordReset(member, clock, administratorOf(member, requester)).catch((error: unknown) => {
    log().error({ err: error, memberId: member.id }, "a password reset could not be sent");
  });
}

/**
 * Writes the mail, at most three an hour and member. Not for those who are invited, disabled or out of time, nor for
 * those who sign in elsewhere alone: a password would be a second door beside the one that their organisation watches.
 * Answers whether it did.
 */
export async function sendPasswordReset(
  { id, organisationId, email, name, role }: Pick<StoredMember, "id" | "organisationId" | "email" | "name" | "role">,
  clock: Clock,
  requester: Actor = { kind: "system", id: "password-resets" },
): Promise<boolean> {
  const nowMs = clock.now();
  const who = { id, organisationId, email, name, role };
  const ctx = await memberContext(who, clock, requester);
  return inTransaction(undefined, async (tx) => {
    const member = await lockMember(tx, organisationId, id);
    if (!member || memberState(member, nowMs) !== "ACTIVE" || member.passwordHash === null) return false;
    const of = { organisationId, memberId: id, kind: "PASSWORD_RESET" } as const;
    if ((await countTokensSince(tx, of, new Date(nowMs - mailsWindowMs))) >= mailsMax) return false;
    const { token, expiresAt } = await issueToken(tx, member, "PASSWORD_RESET", nowMs);
    const resetUrl = publicUrl(`/reset-password#token=${token}`);
    const mail = passwordResetMail({ organisation: ctx.organisation, name: member.name, resetUrl, expiresAt });
    const addressed = { organisationId, to: member.email, template: "password-reset", linkToken: token };
    await queueMail(tx, { ...addressed, ...mail }, clock);
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_PASSWORD_RESET_REQUESTED", memberId: id });
    return true;
  });
}

/** The administrator who requests a reset for another member of their organisation; undefined for anyone else. */
function administratorOf(
  { id, organisationId }: Pick<StoredMember, "id" | "organisationId">,
  requester: Principal | undefined,
): Actor | undefined {
  if (!requester || requester.organisation.id !== organisationId || requester.actor.id === id) return undefined;
  return may(requester, "admin") ? requester.actor : undefined;
}

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
  forgetSessions(ended);
}
