import { describeNotification } from "@/lib/domains/notifications/facts";
import { inboxOf } from "@/lib/domains/notifications/preferences";
import {
  type ListNotifications,
  Notification,
  type NotificationList,
  type ReadAllNotifications,
  type UnreadNotifications,
  type UpdateNotification,
} from "@/lib/domains/notifications/schemas";
import {
  countUnread,
  markAllRead,
  markNotification,
  notificationsOf,
  type StoredNotification,
} from "@/lib/domains/notifications/store";
import { withIsoDates } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";
import { inTransaction } from "@/lib/platform/database/db";
import { listItems } from "@/lib/platform/resource/list-page";

export async function listNotifications(ctx: Context, query: ListNotifications): Promise<NotificationList> {
  const inbox = inboxOf(ctx);
  // The cursor is bound to the member and to the kinds that their role can read.
  const name = ["notifications", inbox.memberId, ...inbox.kinds];
  return listItems(ctx, { name, query, view: toNotification, ...notificationsOf({ ...inbox, unread: query.unread }) });
}

export async function countUnreadNotifications(ctx: Context): Promise<UnreadNotifications> {
  return { unread: await countUnread(ctx.tx, inboxOf(ctx)) };
}

/** Throws `not_found`, also for another member's notification. */
export async function updateNotification(
  ctx: Context,
  id: string,
  { read }: UpdateNotification,
): Promise<Notification> {
  const readAt = read ? new Date(ctx.clock.now()) : null;
  const marked = await inTransaction(ctx.tx, (tx) => markNotification(tx, inboxOf(ctx), id, readAt));
  if (!marked) throw notFound("notification");
  return toNotification(marked);
}

/** Marks all unread notifications up to the given one as read. Returns how many are unread afterwards. */
export async function readAllNotifications(ctx: Context, { upTo }: ReadAllNotifications): Promise<UnreadNotifications> {
  const inbox = inboxOf(ctx);
  return inTransaction(ctx.tx, async (tx) => {
    await markAllRead(tx, inbox, { upTo, readAt: new Date(ctx.clock.now()) });
    return { unread: await countUnread(tx, inbox) };
  });
}

function toNotification(stored: StoredNotification): Notification {
  return Notification.parse({ ...withIsoDates(stored), ...describeNotification(stored) });
}
