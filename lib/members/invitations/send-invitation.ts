import type { Transaction } from "@/lib/db";
import { memberInvitedMail, queueMail } from "@/lib/mail";
import type { MemberContext } from "@/lib/members/member-context";
import type { StoredMember } from "@/lib/members/store";
import { issueToken } from "@/lib/members/tokens/mailed-token";
import { voidTokens } from "@/lib/members/tokens/tokens-store";
import { publicUrl } from "@/lib/public-url";

/**
 * Writes the mail that lets somebody become a member; a link that they were sent before ends with it. Behind `#`, the
 * token reaches no server but in the body of what the page sends, so it stands in no log and no `Referer`. Answers the link.
 */
export async function sendInvitation(
  { organisation, actor, clock }: MemberContext,
  tx: Transaction,
  member: Pick<StoredMember, "id" | "email" | "name" | "role">,
): Promise<string> {
  const nowMs = clock.now();
  const owner = { id: member.id, organisationId: organisation.id };
  await voidTokens(tx, { organisationId: organisation.id, memberId: member.id, kind: "INVITATION" }, new Date(nowMs));
  const { token, expiresAt } = await issueToken(tx, owner, "INVITATION", nowMs);
  const { email: to, name, role } = member;
  const invitationUrl = publicUrl(`/invitation#token=${token}`);
  const invitedBy = actor.kind === "user" ? actor.name : null;
  const mail = memberInvitedMail({ organisation, name, role, invitedBy, invitationUrl, expiresAt });
  await queueMail(
    tx,
    { organisationId: organisation.id, to, template: "member-invited", ...mail, linkToken: token },
    clock,
  );
  return invitationUrl;
}
