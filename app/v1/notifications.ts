import {
  countUnreadNotifications,
  listNotifications,
  readAllNotifications,
  readNotificationPreferences,
  updateNotification,
  updateNotificationPreference,
} from "@/lib/domains/notifications";
import { notificationDays } from "@/lib/domains/notifications/enums";
import {
  ListNotifications,
  Notification,
  NotificationList,
  NotificationPreferences,
  ReadAllNotifications,
  UnreadNotifications,
  UpdateNotification,
  UpdateNotificationPreference,
} from "@/lib/domains/notifications/schemas";
import { recordRoute, resources, route } from "@/lib/platform/http";

const session = { scope: "session", permission: "organisation:read" } as const;

export const notifications = resources({
  "/v1/notifications": {
    GET: route({
      ...session,
      summary: "List your notifications",
      description: `Returns your notifications, newest first, except kinds that you turned off in the dashboard. Notifications are deleted after ${notificationDays} days.`,
      limit: "other.read",
      query: ListNotifications,
      response: NotificationList,
      handler: (ctx, { query }) => listNotifications(ctx, query),
    }),
  },
  "/v1/notifications/unread-count": {
    GET: route({
      ...session,
      summary: "Count your unread notifications",
      limit: "other.read",
      response: UnreadNotifications,
      handler: (ctx) => countUnreadNotifications(ctx),
    }),
  },
  "/v1/notifications/mark-read": {
    POST: route({
      ...session,
      summary: "Mark all your notifications as read",
      description: "Returns the number of notifications that are still unread.",
      limit: "other.write",
      body: ReadAllNotifications,
      response: UnreadNotifications,
      handler: (ctx, { body }) => readAllNotifications(ctx, body),
    }),
  },
  "/v1/notifications/{id}": {
    PATCH: recordRoute({
      ...session,
      summary: "Mark a notification as read or unread",
      limit: "other.write",
      body: UpdateNotification,
      response: Notification,
      handler: (ctx, { params, body }) => updateNotification(ctx, params.id, body),
    }),
  },
});

/** Part of the account. */
export const notificationPreferences = resources({
  "/v1/account/notification-preferences": {
    GET: route({
      scope: "session",
      summary: "Get your notification preferences",
      description: "Returns one entry for each kind that your role can receive, with the defaults for your role.",
      limit: "other.read",
      response: NotificationPreferences,
      handler: (ctx) => readNotificationPreferences(ctx),
    }),

    PATCH: route({
      scope: "session",
      summary: "Change a notification preference",
      description:
        "Changes how you are notified of one kind of event. The dashboard setting applies to new notifications, and the e-mail setting from the next digest on. Returns all your preferences.",
      limit: "other.write",
      body: UpdateNotificationPreference,
      response: NotificationPreferences,
      handler: (ctx, { body }) => updateNotificationPreference(ctx, body),
    }),
  },
});
