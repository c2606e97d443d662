export { notificationDays } from "@/lib/domains/notifications/enums";
export {
  countUnreadNotifications,
  listNotifications,
  readAllNotifications,
  updateNotification,
} from "@/lib/domains/notifications/notifications";
export { type NotifiedEvent, notifyFinding, notifyMembers } from "@/lib/domains/notifications/notify";
export {
  readNotificationPreferences,
  updateNotificationPreference,
} from "@/lib/domains/notifications/preferences";
export { sendDigests } from "@/lib/domains/notifications/send-digests";
export { deleteOldNotifications, markSubjectRead, wereNotifiedSince } from "@/lib/domains/notifications/store";
