export const notificationsPage = {
  notifications: "Notifications",
  pageDescription: "Events that concern you. Notifications are deleted after 90 days.",
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
    text: "You are notified when detections are assigned to you or become overdue, and of other events that you select.",
  },
  noUnread: { title: "No unread notifications", text: "You have read all your notifications." },
  changePreferences: "Change your preferences",
};

export const notificationPreferences = {
  notifications: "Notifications",
  note: "The daily e-mail digest lists unread notifications. It is sent once a day, and only if there are any.",
  preferences: "notification preferences",
  kind: "Event",
  inApp: "In the dashboard",
  email: "Daily e-mail digest",
  saved: "Notification preferences updated.",
  of: (kind: string, where: string) => `${kind}: ${where}`,
  kinds: {
    DETECTION_ASSIGNED: {
      label: "Assignments",
      text: "Someone assigns detections to you. You also receive an e-mail immediately.",
    },
    DETECTION_MENTIONED: {
      label: "Mentions",
      text: "Someone mentions you in a comment on a detection.",
    },
    DETECTION_OVERDUE: {
      label: "Overdue detections",
      text: "A decision on a detection that is assigned to you is overdue.",
    },
    DELIVERIES_FAILED: {
      label: "Failing webhooks",
      text: "Deliveries to a webhook endpoint start to fail.",
    },
    CHAIN_FINDING: {
      label: "Integrity findings",
      text: "The service finds an inconsistency in the audit chain.",
    },
  },
};
