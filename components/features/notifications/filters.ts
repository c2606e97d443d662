import { parseAsStringLiteral } from "nuqs/server";

/** The filters of the notifications page: URL and API parameters. */
export const notificationFilters = {
  unread: parseAsStringLiteral(["true"] as const),
};
