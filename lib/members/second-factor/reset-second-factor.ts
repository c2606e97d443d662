import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { namedContext } from "@/lib/members/member-context";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import { refuseOwn } from "@/lib/members/refuse-own";
import type { Member } from "@/lib/members/schemas";
import { tellSecondFactorChange } from "@/lib/members/second-factor/tell-second-factor-change";
import { endSessions } from "@/lib/members/sessions/sessions-store";
import { changeMember, lockMember } from "@/lib/members/store";
import { toMember } from "@/lib/members/to-member";
import { forgetSession } from "@/lib/session-cache";

/** A second factor that is none any more: neither secret nor codes are left. */
export const noSecondFactor = { totpSecret: null, totpEnabledAt: null, totpLastStep: null, recoveryCodes: [] };

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
  for (const sessionId of ended) forgetSession(sessionId);
  return member;
}
