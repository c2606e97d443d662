import { appendInTransaction } from "@/lib/domains/audit-chain";
import { describeChange, isNotable, type MadeChange, recordCredentialChanges } from "@/lib/domains/credentials";
import { namedContext, type Standing } from "@/lib/domains/members/member";
import { findAdministratorAddresses, findMembersByIds } from "@/lib/domains/members/store";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Context } from "@/lib/platform/core/context";
import type { Role } from "@/lib/platform/core/roles";
import type { Transaction } from "@/lib/platform/database/db";
import { accountChangedMail, queueMail } from "@/lib/platform/mail";

/** `BY_RESET`: with an e-mailed link. `BY_OPERATOR`: on the command line. */
export type PasswordChange = "BY_MEMBER" | "BY_RESET" | "BY_OPERATOR";

/**
 * Payloads of member events. They contain IDs but no names or addresses, because the chain is permanent, and no
 * secrets.
 */
type MemberEvent = { memberId: string } & (
  | { kind: "MEMBER_INVITED"; role: Role; accessExpiresAt: string | null }
  | { kind: "MEMBER_INVITATION_RENEWED" }
  | { kind: "MEMBER_JOINED"; role: Role; method: "PASSWORD" | "OPENID" }
  | { kind: "MEMBER_LINKED_TO_OPENID" }
  | { kind: "MEMBER_CHANGED"; changed: string[]; before: Standing; after: Standing }
  | { kind: "MEMBER_DISABLED" | "MEMBER_ENABLED"; before: Standing; after: Standing }
  | { kind: "MEMBER_SIGNED_OUT"; sessions: number }
  | { kind: "MEMBER_PASSWORD_CHANGED"; how: PasswordChange; sessionsEnded: number }
  | { kind: "MEMBER_PASSWORD_RESET_REQUESTED" }
  | { kind: "MEMBER_SECOND_FACTOR_ENABLED" | "MEMBER_SECOND_FACTOR_DISABLED" }
  | { kind: "MEMBER_SECOND_FACTOR_RESET"; sessionsEnded: number }
  | { kind: "MEMBER_RECOVERY_CODE_USED"; codesLeft: number }
);

/**
 * Records a member event as the last step of the change's transaction, because it locks the chain. Changes of
 * credentials and rights are also stored for the four-eyes check, and the other administrators are notified.
 */
export async function recordMemberEvent(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  event: MemberEvent,
): Promise<void> {
  const { kind, memberId, ...rest } = event;
  const changes = credentialChangesOf(event).filter((change) => isAttributed(ctx, change));
  await recordCredentialChanges(ctx, tx, changes);
  await notifyAdministrators(ctx, tx, changes);
  const records = unchanging.has(kind) ? [] : [{ table: "members" as const, id: memberId }];
  await appendInTransaction(ctx, tx, [{ eventType: "CONFIG_CHANGE", payload: { kind, memberId, ...rest }, records }]);
}

/** Anyone can request a password reset without signing in, which changes no credentials until the link is used. */
function isAttributed({ actor }: Pick<Context, "actor">, { kind }: { kind: string }): boolean {
  return kind !== "PASSWORD_RESET_REQUESTED" || actor.kind !== "system";
}

/** Events that do not change the member's record. */
const unchanging: ReadonlySet<MemberEvent["kind"]> = new Set([
  "MEMBER_INVITATION_RENEWED",
  "MEMBER_SIGNED_OUT",
  "MEMBER_PASSWORD_RESET_REQUESTED",
]);

/** The change of credentials or rights that an event implies, except for changes of role and access. */
const changeOf: Partial<Record<MemberEvent["kind"], MadeChange["kind"]>> = {
  MEMBER_INVITED: "MEMBER_CREATED",
  MEMBER_JOINED: "MEMBER_JOINED",
  MEMBER_INVITATION_RENEWED: "INVITATION_RENEWED",
  MEMBER_LINKED_TO_OPENID: "OPENID_LINKED",
  MEMBER_PASSWORD_CHANGED: "PASSWORD_CHANGED",
  MEMBER_PASSWORD_RESET_REQUESTED: "PASSWORD_RESET_REQUESTED",
  MEMBER_SECOND_FACTOR_ENABLED: "SECOND_FACTOR_ENABLED",
  MEMBER_SECOND_FACTOR_DISABLED: "SECOND_FACTOR_DISABLED",
  MEMBER_SECOND_FACTOR_RESET: "SECOND_FACTOR_RESET",
  MEMBER_RECOVERY_CODE_USED: "RECOVERY_CODE_USED",
};

function credentialChangesOf(event: MemberEvent): MadeChange[] {
  if ("before" in event) return standingChanges(event);
  const kind = changeOf[event.kind];
  return kind ? [{ kind, accountId: event.memberId, ...("role" in event && { role: event.role }) }] : [];
}

type StandingEvent = Extract<MemberEvent, { before: unknown }>;

function standingChanges({ memberId: accountId, before, after }: StandingEvent): MadeChange[] {
  const isLonger = after.accessExpiresAt === null || after.accessExpiresAt > (before.accessExpiresAt ?? "9999");
  const { role } = after;
  return [
    ...(before.role === role ? [] : [{ kind: "ROLE_CHANGED" as const, accountId, role, previousRole: before.role }]),
    ...(!before.disabled && after.disabled ? [{ kind: "ACCESS_REMOVED" as const, accountId, role: before.role }] : []),
    ...((before.disabled && !after.disabled) || (before.accessExpiresAt !== after.accessExpiresAt && isLonger)
      ? [{ kind: "ACCESS_RESTORED" as const, accountId, role }]
      : []),
  ];
}

/**
 * Notifies all administrators except the one who acts of members who gained the right to decide or new credentials.
 * Former administrators are also notified; otherwise, an administrator could first remove all others.
 */
async function notifyAdministrators(
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
