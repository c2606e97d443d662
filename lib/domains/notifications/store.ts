import type { digestChoices, NotificationKind } from "@/lib/domains/notifications/enums";
import type { Notification as Row } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { type Outdated, outsidePeriods, periodBounds } from "@/lib/platform/core/periods";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

/** A check constraint guarantees the kind. */
export type StoredNotification = Omit<Row, "kind"> & { kind: NotificationKind };

/** The member that a notification belongs to. */
export interface Recipient {
  organisationId: string;
  memberId: string;
}

type NewNotification = Omit<StoredNotification, "readAt" | "digestedAt" | "facts"> & { facts: object };

/** Skips notifications of events that the member was already notified of. */
export async function insertNotifications(tx: Transaction, created: NewNotification[]): Promise<void> {
  if (created.length > 0) await tx.notification.createMany({ data: created, skipDuplicates: true });
}

/** Whether members were notified since a time of an event whose source key has the prefix. */
export async function wereNotifiedSince(
  tx: Transaction,
  organisationId: string,
  { prefix, since }: { prefix: string; since: Date },
): Promise<boolean> {
  const where = { organisationId, createdAt: { gte: since }, sourceKey: { startsWith: prefix } };
  return (await tx.notification.findFirst({ where, select: { id: true } })) !== null;
}

interface Inbox extends Recipient {
  kinds: NotificationKind[];
  unread?: boolean | undefined;
}

/** Matches the notifications that the dashboard lists for a member. */
function listedFor({ organisationId, memberId, kinds }: Inbox) {
  return { organisationId, memberId, inApp: true, kind: { in: kinds } };
}

export function notificationsOf({ unread, ...inbox }: Inbox) {
  const read = unread === undefined ? {} : { readAt: unread ? null : { not: null } };
  const where = { ...listedFor(inbox), ...read };
  return {
    rows: async (slice: Slice, reader: Reader) =>
      (await reader.notification.findMany(newestFirst(slice, where))) as StoredNotification[],
    count: (reader: Reader) => reader.notification.count({ where }),
  };
}

export async function countUnread(tx: Transaction | undefined, inbox: Inbox): Promise<number> {
  return notificationsOf({ ...inbox, unread: true }).count(tx ?? prisma());
}

/** Marks one of the member's notifications. Returns it, or undefined if there is no such notification. */
export async function markNotification(
  tx: Transaction,
  inbox: Inbox,
  id: string,
  readAt: Date | null,
): Promise<StoredNotification | undefined> {
  if (!isId("notification", id)) return undefined;
  const where = { ...listedFor(inbox), id };
  // A repeated request keeps the first time.
  await tx.notification.updateMany({ where: { ...where, readAt: readAt ? null : { not: null } }, data: { readAt } });
  return ((await tx.notification.findFirst({ where })) as StoredNotification | null) ?? undefined;
}

/** Marks the member's unread notifications, up to an ID if one is given. */
export async function markAllRead(
  tx: Transaction,
  inbox: Inbox,
  { upTo, readAt }: { upTo: string | undefined; readAt: Date },
): Promise<void> {
  const upToId = upTo === undefined ? {} : { id: { lte: upTo } };
  await tx.notification.updateMany({
    where: { ...listedFor(inbox), readAt: null, ...upToId },
    data: { readAt },
  });
}

/** Marks the unread notifications of all members about a subject. */
export async function markSubjectRead(
  tx: Transaction,
  { organisationId, kind, subjectId }: { organisationId: string; kind: NotificationKind; subjectId: string },
  readAt: Date,
): Promise<void> {
  await tx.notification.updateMany({ where: { organisationId, kind, subjectId, readAt: null }, data: { readAt } });
}

export interface StoredPreference {
  memberId: string;
  kind: NotificationKind;
  inApp: boolean;
  email: (typeof digestChoices)[number];
}

export async function findPreferences(
  tx: Transaction | undefined,
  organisationId: string,
  memberIds: string[],
): Promise<StoredPreference[]> {
  const found = await (tx ?? prisma()).notificationPreference.findMany({
    where: { organisationId, memberId: { in: memberIds } },
    omit: { organisationId: true },
  });
  return found as StoredPreference[];
}

export async function savePreference(
  tx: Transaction,
  organisationId: string,
  { memberId, kind, ...choice }: StoredPreference,
): Promise<void> {
  await tx.notificationPreference.upsert({
    where: { memberId_kind: { memberId, kind }, organisationId },
    create: { organisationId, memberId, kind, ...choice },
    update: choice,
  });
}

/** Serialises changes of a member's preferences and the digests of the member. */
export async function lockRecipient(tx: Transaction, memberId: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`notifications ${memberId}`}, 0))::text`;
}

interface DigestPeriod {
  /** Older notifications are not included. */
  from: Date;
  /** No digest is sent to a member who was sent one after this time. */
  day: Date;
}

/** The members with unread notifications for a digest. */
export async function findDigestRecipients(organisationId: string, from: Date): Promise<string[]> {
  const found = await prisma().notification.findMany({
    where: { organisationId, createdAt: { gte: from }, readAt: null, digestedAt: null },
    distinct: "memberId",
    select: { memberId: true },
  });
  return found.map(({ memberId }) => memberId);
}

/**
 * Takes the member's unread notifications of these kinds for a digest: integrity findings first, then failing
 * deliveries, each newest first. None if a digest was sent on this day.
 * Requires the lock of the recipient.
 */
export async function takeForDigest(
  tx: Transaction,
  { organisationId, memberId, kinds }: Inbox,
  { from, day, now }: DigestPeriod & { now: Date },
): Promise<StoredNotification[]> {
  if ((await tx.notification.count({ where: { organisationId, memberId, digestedAt: { gte: day } } })) > 0) return [];
  const taken = await tx.notification.updateManyAndReturn({
    where: {
      ...{ organisationId, memberId, kind: { in: kinds } },
      ...{ createdAt: { gte: from }, readAt: null, digestedAt: null },
    },
    data: { digestedAt: now },
  });
  return (taken as StoredNotification[]).sort((a, b) => urgency(b) - urgency(a) || (a.id < b.id ? 1 : -1));
}

/** An e-mail lists only some notifications, so rare and severe kinds come first. */
function urgency({ kind }: StoredNotification): number {
  return ["LOG_SOURCE_SILENT", "API_KEY_EXPIRING", "DELIVERIES_FAILED", "AUDIT_STREAM_FAILED", "CHAIN_FINDING"].indexOf(
    kind,
  );
}

/** Deletes an organisation's older notifications. Returns their number. */
export async function deleteOldNotifications(
  tx: Transaction,
  organisationId: string,
  { before, kept, take }: Outdated,
): Promise<number> {
  return tx.$executeRawUnsafe(
    `DELETE FROM notifications WHERE organisation_id = $1 AND id IN (
       SELECT id FROM notifications
       WHERE organisation_id = $1 AND created_at < $2::timestamptz
         AND ${outsidePeriods("created_at", "created_at", ["$3", "$4"])}
       ORDER BY created_at LIMIT $5::int)`,
    organisationId,
    before,
    ...periodBounds(kept),
    take,
  );
}
