import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { recordCredentialChanges } from "@/lib/credentials";
import type { Transaction } from "@/lib/db";
import { credentialChangesOf } from "@/lib/members/credential-changes-of";
import { notifyAdministrators } from "@/lib/members/notify-administrators";
import type { Standing } from "@/lib/members/standing";
import type { Role } from "@/lib/roles";

/** Who set a password: the member, by the link of a mail, or somebody who runs the service. */
export type PasswordChange = "BY_MEMBER" | "BY_RESET" | "BY_OPERATOR";

/**
 * What the chain says of members. Their ids stand for them: an address or a name would be there for ever, also of those
 * who never came. Nothing here is a secret or can be guessed back to one.
 */
export type MemberEvent = { memberId: string } & (
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
 * Appends what happened to a member, in the transaction of the change and as its last act: it takes the chain's lock.
 * Changes of credentials and rights are recorded for four eyes too, and the other administrators are notified.
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

/** Anyone can request a password reset without being signed in. That changes no credentials until the link is used. */
function isAttributed({ actor }: Pick<Context, "actor">, { kind }: { kind: string }): boolean {
  return kind !== "PASSWORD_RESET_REQUESTED" || actor.kind !== "system";
}

/** Events that leave the member's own record as it was. */
const unchanging: ReadonlySet<MemberEvent["kind"]> = new Set([
  "MEMBER_INVITATION_RENEWED",
  "MEMBER_SIGNED_OUT",
  "MEMBER_PASSWORD_RESET_REQUESTED",
]);
