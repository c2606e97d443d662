import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError, validationFailed } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { sendInvitation } from "@/lib/members/invitations/send-invitation";
import { namedContext } from "@/lib/members/member-context";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import type { InviteMember, Member } from "@/lib/members/schemas";
import { insertMemberUnlessKnown } from "@/lib/members/store";
import { toMember } from "@/lib/members/to-member";

/**
 * Invites somebody by mail. They are a member from when they follow the link in it, within seven days. Throws `conflict`
 * for an address that is known already, in whatever organisation: which is not told.
 */
export async function inviteMember(ctx: Context, input: InviteMember): Promise<Member> {
  return (await inviteWithLink(ctx, input)).member;
}

/** As {@link inviteMember}, with the link that the mail has: for programs of those who run the service. */
export async function inviteWithLink(
  ctx: Context,
  { email, name, role, accessExpiresAt }: InviteMember,
): Promise<{ member: Member; invitationUrl: string }> {
  const nowMs = ctx.clock.now();
  const expiry = requireAhead(accessExpiresAt ?? null, nowMs);
  const named = await namedContext(ctx);
  return inTransaction(ctx.tx, async (tx) => {
    const stored = await insertMemberUnlessKnown(tx, {
      id: newId("member", nowMs),
      organisationId: ctx.organisation.id,
      email,
      name,
      role,
      accessExpiresAt: expiry,
      createdAt: new Date(nowMs),
    });
    if (!stored) throw new ServiceError("conflict", "This address cannot be invited.");
    const invitationUrl = await sendInvitation(named, tx, stored);
    const member = toMember(stored, nowMs);
    await recordMemberEvent(ctx, tx, {
      kind: "MEMBER_INVITED",
      memberId: member.id,
      role,
      accessExpiresAt: member.accessExpiresAt,
    });
    return { member, invitationUrl };
  });
}

/** The end of an access, which must lie ahead: to end it now is to disable the member. */
export function requireAhead(accessExpiresAt: string | null, nowMs: number): Date | null {
  if (accessExpiresAt === null) return null;
  const end = new Date(accessExpiresAt);
  if (end.getTime() <= nowMs) throw validationFailed([{ path: "accessExpiresAt", message: "must be in the future" }]);
  return end;
}
