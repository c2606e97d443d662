export { notificationDays } from "@/lib/domains/notifications/enums";
export {
  countUnreadNotifications,
  listNotifications,
  readAllNotifications,
  updateNotification,
} from "@/lib/domains/notifications/notifications";
export { type NotifiedEvent, notifyMembers } from "@/lib/domains/notifications/notify";
export { notifyFinding } from "@/lib/domains/notifications/notify-finding";
export {
  readNotificationPreferences,
  updateNotificationPreference,
} from "@/lib/domains/notifications/preferences";
export { sendDigests } from "@/lib/domains/notifications/send-digests";
export { deleteOldNotifications } from "@/lib/domains/notifications/store";
