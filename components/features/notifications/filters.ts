import { urlEnum } from "@/components/ui/filters/url-values";

/** The filters of the notifications page: URL and API parameters. */
export const notificationFilters = {
  unread: urlEnum(["true"]),
};
