import { notificationDays } from "@/lib/domains/notifications/enums";

export const notificationsPage = {
  notifications: "Notifications",
  pageDescription: `Assignments, mentions and other events that need your attention. Notifications are deleted after ${notificationDays} days.`,
  show: "Show",
  all: "All",
  unread: "Unread",
  markAllRead: "Mark all as read",
  markRead: "Mark as read",
  markUnread: "Mark as unread",
  today: "Today",
  yesterday: "Yesterday",
  list: "notifications",
  empty: {
    title: "No notifications yet",
    text: "You are notified of assignments, mentions, overdue detections and other events that require your attention.",
  },
  noUnread: { title: "No unread notifications", text: "You have read all your notifications." },
  changePreferences: "Change your preferences",
};

export const notificationPreferences = {
  notifications: "Notifications",
  note: "If you have unread notifications, you receive one e-mail per day at 06:13 UTC.",
  preferences: "notification preferences",
  kind: "Event",
  inApp: "In the dashboard",
  email: "Daily e-mail digest",
  saved: "Notification preferences updated.",
  immediateEmail: " You also receive an e-mail immediately.",
  of: (kind: string, where: string) => `${kind}: ${where}`,
  kinds: {
    DETECTION_ASSIGNED: {
      label: "Assignments",
      text: "Someone assigns detections to you.",
    },
    DETECTION_MENTIONED: {
      label: "Mentions",
      text: "Someone mentions you in a comment on a detection.",
    },
    DETECTION_OVERDUE: {
      label: "Overdue detections",
      text: "A decision is overdue on a detection that is assigned to you, or on unassigned detections that you can decide.",
    },
    EXCEPTION_REQUESTED: {
      label: "Exception requests",
      text: "Someone requests an exception, which an approver must decide.",
    },
    LOG_SOURCE_SILENT: {
      label: "Silent log sources",
      text: "A log source that had sent records for more than a day sends none for 24 hours.",
    },
    DELIVERIES_FAILED: {
      label: "Failing webhooks",
      text: "All recent deliveries to a webhook endpoint failed.",
    },
    AUDIT_STREAM_FAILED: {
      label: "Failing audit streams",
      text: "Events of an audit stream are undelivered for 30 minutes, or the service stops the stream.",
    },
    CHAIN_FINDING: {
      label: "Integrity findings",
      text: "The service records an integrity finding or reopens one.",
    },
    API_KEY_EXPIRING: {
      label: "Expiring API keys",
      text: "An API key expires within 14 days and was not rotated.",
    },
  },
};
