import type { Clock } from "@/lib/clock";
import type { Actor, Context, Principal } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { passwordResetMail, queueMail } from "@/lib/mail";
import { memberContext } from "@/lib/members/member-context";
import { memberState } from "@/lib/members/member-state";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import type { RequestPasswordReset } from "@/lib/members/schemas";
import { findMemberByEmail, lockMember, type StoredMember } from "@/lib/members/store";
import { issueToken } from "@/lib/members/tokens/mailed-token";
import { countTokensSince } from "@/lib/members/tokens/tokens-store";
import { publicUrl } from "@/lib/public-url";
import { may } from "@/lib/roles";

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
