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
 * Sends a reset link to the member of an address. The response and its time do not reveal whether the member exists:
 * the e-mail is queued in the background. If an administrator of the member's organisation requests the reset, it is
 * attributed to them.
 */
export async function requestPasswordReset(
  { clock }: Pick<Context, "clock">,
  { email }: RequestPasswordReset,
  requester?: Principal,
): Promise<void> {
  const member = await findMemberByEmail(email);
  if (!member) return;
  sendPasswordReset(member, clock, administratorOf(member, requester)).catch((error: unknown) => {
    log().error({ err: error, memberId: member.id }, "could not send a password reset e-mail");
  });
}

/**
 * Queues the e-mail, at most three an hour per member. Not for members who are not active, nor for those who sign in
 * only with OpenID: a password would bypass their identity provider. Returns whether it was queued.
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
 * Sets a password with the token of a reset link and ends all the member's sessions. Throws `not_found` for an invalid
 * link, `validation_failed` for a password that is easily guessed.
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
