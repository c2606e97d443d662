import { findFinding, findingIdOf } from "@/lib/domains/audit-chain";
import { findRecipients, type MemberRecipient } from "@/lib/domains/members";
import type { NotificationKind } from "@/lib/domains/notifications/enums";
import type { NotificationFacts } from "@/lib/domains/notifications/facts";
import { readChoices } from "@/lib/domains/notifications/preferences";
import { insertNotifications } from "@/lib/domains/notifications/store";
import { findOrganisation } from "@/lib/domains/organisations";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { type Permission, rolePermissions } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";

/** An event that members are notified of. */
export type NotifiedEvent = {
  [Kind in NotificationKind]: {
    kind: Kind;
    subjectId: string | null;
    facts: NotificationFacts[Kind];
    /** Identifies the event within the organisation: members are notified once of events with the same key. */
    sourceKey: string;
    /** The e-mail address of the only recipient. Default: all members. */
    to?: string;
    /** Only members with this permission are notified. */
    permission?: Permission;
  };
}[NotificationKind];

/**
 * Notifies members in the caller's transaction. The recipients are active members whose role can read the subject and
 * whose preferences include the kind. A member who caused the event is not notified.
 */
export async function notifyMembers(
  { organisation, actor, clock }: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  events: NotifiedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const nowMs = clock.now();
  const createdAt = new Date(nowMs);
  const isForAll = events.some(({ to }) => to === undefined);
  const addresses = isForAll ? undefined : events.map(({ to = "" }) => to.toLowerCase());
  const active = await findRecipients(tx, organisation.id, createdAt, addresses);
  const members = active.filter(({ id }) => actor.kind !== "user" || id !== actor.id);
  const choices = await readChoices(tx, organisation.id, members);
  const wants = ({ id }: MemberRecipient, kind: NotificationKind) =>
    choices.get(id)?.find((choice) => choice.kind === kind && (choice.inApp || choice.email !== "NONE"));
  const created = events.flatMap(({ kind, subjectId, facts, sourceKey, to, permission }) =>
    members.flatMap((member) => {
      const isAddressed = to === undefined || to.toLowerCase() === member.email;
      const isAllowed = permission === undefined || rolePermissions[member.role].includes(permission);
      const choice = isAddressed && isAllowed ? wants(member, kind) : undefined;
      if (!choice) return [];
      const id = newId("notification", nowMs);
      const row = { id, organisationId: organisation.id, memberId: member.id, inApp: choice.inApp };
      return [{ ...row, kind, subjectId, facts, sourceKey, createdAt }];
    }),
  );
  await insertNotifications(tx, created);
}

/**
 * Notifies members of an integrity finding, once and again each time it is reopened. Does nothing if the finding does not
 * exist.
 */
export async function notifyFinding(
  organisationId: string,
  eventId: string,
  code: string,
  clock: Clock,
): Promise<void> {
  const [organisation, finding] = await Promise.all([
    findOrganisation(organisationId),
    findFinding(organisationId, eventId, code),
  ]);
  if (!organisation || !finding) return;
  const { chainPosition, reopened } = finding;
  const subjectId = findingIdOf(organisationId, eventId, code);
  const facts = { code, chainPosition, reopened: reopened > 0 };
  const sourceKey = `finding ${subjectId} ${reopened}`;
  const ctx = { organisation, actor: { kind: "system", id: "audit-chain" } as const, clock };
  await inTransaction(undefined, (tx) =>
    notifyMembers(ctx, tx, [{ kind: "CHAIN_FINDING", subjectId, facts, sourceKey }]),
  );
}
