import { urlOneOf } from "@/components/ui/filters/url-values";

/** The filters of the notifications page: URL and API parameters. */
export const notificationFilters = {
  unread: urlOneOf(["true"]),
};
