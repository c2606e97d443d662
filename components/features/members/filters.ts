import { parseAsStringLiteral } from "nuqs/server";
import { roles } from "@/lib/platform/core/roles";

export const memberStatuses = ["ACTIVE", "INVITED", "DISABLED", "EXPIRED"] as const;

/** The filters of the members page: URL and API parameters. */
export const memberFilters = {
  role: parseAsStringLiteral(roles),
  status: parseAsStringLiteral(memberStatuses),
};
