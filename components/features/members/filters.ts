import { urlEnum, urlString } from "@/components/ui/filters/url-values";
import { roles } from "@/lib/platform/core/roles";

export const memberStatuses = ["ACTIVE", "INVITED", "DISABLED", "EXPIRED"] as const;

/** The filters of the members page: URL and API parameters. */
export const memberFilters = {
  q: urlString,
  role: urlEnum(roles),
  status: urlEnum(memberStatuses),
};
