import type { Context } from "@/lib/context";
import { describeChange, isNotable, type MadeChange } from "@/lib/credentials";
import type { Transaction } from "@/lib/db";
import { accountChangedMail, queueMail } from "@/lib/mail";
import { namedContext } from "@/lib/members/member-context";
import { findAdministratorAddresses, findMembersByIds } from "@/lib/members/store";
import { publicUrl } from "@/lib/public-url";

/**
 * Writes to all administrators but the one who acts that somebody may decide now who could not before, or got new
 * credentials. An administrator who is one no longer is written to as well: otherwise one could remove all others first.
 */
export async function notifyAdministrators(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  changes: MadeChange[],
): Promise<void> {
  const notable = changes.filter(isNotable);
  if (notable.length === 0) return;
  const { organisation, actor, clock } = await namedContext(ctx);
  const at = new Date(clock.now());
  const members = await findMembersByIds(
    tx,
    organisation.id,
    notable.map(({ accountId }) => accountId),
  );
  const administrators = await findAdministratorAddresses(tx, organisation.id, at);
  const changedBy = actor.kind === "user" ? actor.email : actor.kind === "api-key" ? `API key ${actor.name}` : null;
  for (const change of notable) {
    const member = members.find(({ id }) => id === change.accountId);
    if (!member) continue;
    const was = change.kind === "ACCESS_REMOVED" ? change.role : change.previousRole;
    const recipients = new Set([...administrators, ...(was === "ADMIN" ? [member.email] : [])]);
    if (actor.kind === "user") recipients.delete(actor.email);
    const { kind, role = null, previousRole = null } = change;
    const mail = accountChangedMail({
      organisation,
      account: { name: member.name, email: member.email },
      change: describeChange({ kind, role, previousRole, changedBy: null }),
      changedBy,
      at,
      membersUrl: publicUrl("/settings/members"),
    });
    for (const to of recipients) {
      await queueMail(tx, { organisationId: organisation.id, to, template: "account-changed", ...mail }, clock);
    }
  }
}
