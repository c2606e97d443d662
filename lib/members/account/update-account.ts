import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { lockOwnAccount } from "@/lib/members/account/own-account";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import type { Member, UpdateAccount } from "@/lib/members/schemas";
import { openSessionIds } from "@/lib/members/sessions/sessions-store";
import { standingOf } from "@/lib/members/standing";
import { changeMember } from "@/lib/members/store";
import { toMember } from "@/lib/members/to-member";
import { forgetSession } from "@/lib/session-cache";

/** Changes one's own name, as it stands beside what one does from then on. */
export async function updateAccount(ctx: Context, { name }: UpdateAccount): Promise<Member> {
  const nowMs = ctx.clock.now();
  const { member, touched } = await inTransaction(ctx.tx, async (tx) => {
    const stored = await lockOwnAccount(ctx, tx);
    if (stored.name === name) return { member: toMember(stored, nowMs), touched: [] };
    const { id, organisationId } = stored;
    const saved = await changeMember(tx, organisationId, id, { name, updatedAt: new Date(nowMs) });
    const both = { before: standingOf(stored), after: standingOf(stored) };
    const sessions = await openSessionIds(tx, organisationId, id);
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_CHANGED", memberId: id, changed: ["name"], ...both });
    return { member: toMember(saved, nowMs), touched: sessions };
  });
  for (const sessionId of touched) forgetSession(sessionId);
  return member;
}
