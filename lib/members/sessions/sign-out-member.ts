import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import { endSessions } from "@/lib/members/sessions/sessions-store";
import { lockMember } from "@/lib/members/store";
import { forgetSession } from "@/lib/session-cache";

/** Ends all sessions of a member: at once in this process, within five seconds in every other. */
export async function signOutMember(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  const ended = await inTransaction(ctx.tx, async (tx) => {
    const member = await lockMember(tx, organisationId, id);
    if (!member) throw notFound("member");
    const sessions = await endSessions(tx, { organisationId, memberId: id }, new Date(ctx.clock.now()));
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_SIGNED_OUT", memberId: id, sessions: sessions.length });
    return sessions;
  });
  for (const sessionId of ended) forgetSession(sessionId);
}
