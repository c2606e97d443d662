import { listRoute } from "@/app/(dashboard)/routes";
import { notificationFilters } from "@/components/features/notifications/filters";
import { NotificationsPage } from "@/components/features/notifications/notifications-page";
import { keys } from "@/components/ui/api/keys";
import { listNotifications } from "@/lib/domains/notifications";
import { ListNotifications } from "@/lib/domains/notifications/schemas";

export default listRoute({
  permission: "organisation:read",
  view: NotificationsPage,
  filters: notificationFilters,
  key: keys.notifications.list,
  list: listNotifications,
  schema: ListNotifications,
});
