import { kindRules, type NotificationKind, notificationKinds } from "@/lib/domains/notifications/enums";
import type { NotificationPreferences, UpdateNotificationPreference } from "@/lib/domains/notifications/schemas";
import {
  findPreferences,
  lockRecipient,
  type Recipient,
  type StoredPreference,
  savePreference,
} from "@/lib/domains/notifications/store";
import type { Context } from "@/lib/platform/core/context";
import { validationFailed } from "@/lib/platform/core/errors";
import { onlyForPeople, type Role, rolePermissions } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";

type Choice = Pick<StoredPreference, "kind" | "inApp" | "email">;

/** How members are notified, by member ID: their choices, and otherwise the defaults of their roles. */
export async function readChoices(
  tx: Transaction | undefined,
  organisationId: string,
  members: { id: string; role: Role }[],
): Promise<Map<string, Choice[]>> {
  const stored = await findPreferences(
    tx,
    organisationId,
    members.map(({ id }) => id),
  );
  return new Map(
    members.map(({ id, role }) => {
      const own = stored.filter(({ memberId }) => memberId === id);
      const choices = kindsOf(role).map((kind) => own.find((one) => one.kind === kind) ?? defaultOf(kind, role));
      return [id, choices.map(({ kind, inApp, email }) => ({ kind, inApp, email }))];
    }),
  );
}

/** The kinds that a role can receive. */
export function kindsOf(role: Role): NotificationKind[] {
  return notificationKinds.filter((kind) => rolePermissions[role].includes(kindRules[kind].read));
}

function defaultOf(kind: NotificationKind, role: Role): Choice {
  const { act, digest } = kindRules[kind];
  const inApp = rolePermissions[role].includes(act);
  return { kind, inApp, email: inApp && digest ? "DAILY" : "NONE" };
}

/** The signed-in member and the kinds that they can read. Throws `insufficient_scope` for API keys. */
export function inboxOf({ organisation, actor }: Pick<Context, "organisation" | "actor">) {
  if (actor.kind !== "user") throw onlyForPeople();
  const recipient: Recipient = { organisationId: organisation.id, memberId: actor.id };
  return { ...recipient, role: actor.role, kinds: kindsOf(actor.role) };
}

export async function readNotificationPreferences(ctx: Context): Promise<NotificationPreferences> {
  return { preferences: await choicesOf(ctx, ctx.tx) };
}

/** Throws `validation_failed` for a kind that the member's role cannot receive. */
export async function updateNotificationPreference(
  ctx: Context,
  { kind, inApp, email }: UpdateNotificationPreference,
): Promise<NotificationPreferences> {
  const { organisationId, memberId, kinds, role } = inboxOf(ctx);
  if (!kinds.includes(kind))
    throw validationFailed([{ path: "kind", message: `is not available for the role ${role}` }]);
  return inTransaction(ctx.tx, async (tx) => {
    await lockRecipient(tx, memberId);
    const before = (await choicesOf(ctx, tx)).find((choice) => choice.kind === kind);
    if (!before) throw new Error("a kind of the role has no preference");
    const choice = { inApp: inApp ?? before.inApp, email: email ?? before.email };
    await savePreference(tx, organisationId, { memberId, kind, ...choice });
    return { preferences: await choicesOf(ctx, tx) };
  });
}

async function choicesOf(ctx: Context, tx: Transaction | undefined): Promise<Choice[]> {
  const { organisationId, memberId, role } = inboxOf(ctx);
  return (await readChoices(tx, organisationId, [{ id: memberId, role }])).get(memberId) ?? [];
}
