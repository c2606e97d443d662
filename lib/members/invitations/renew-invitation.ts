import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { sendInvitation } from "@/lib/members/invitations/send-invitation";
import { namedContext } from "@/lib/members/member-context";
import { memberState } from "@/lib/members/member-state";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import type { Member } from "@/lib/members/schemas";
import { lockMember } from "@/lib/members/store";
import { toMember } from "@/lib/members/to-member";

/** Sends an open invitation again, with a new link in the place of the old. Throws `conflict` where none is open. */
export async function renewInvitation(ctx: Context, id: string): Promise<Member> {
  const nowMs = ctx.clock.now();
  const named = await namedContext(ctx);
  return inTransaction(ctx.tx, async (tx) => {
    const member = await lockMember(tx, ctx.organisation.id, id);
    if (!member) throw notFound("member");
    if (memberState(member, nowMs) !== "INVITED") {
      throw new ServiceError("conflict", "This member has no open invitation.");
    }
    await sendInvitation(named, tx, member);
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_INVITATION_RENEWED", memberId: id });
    return toMember(member, nowMs);
  });
}
