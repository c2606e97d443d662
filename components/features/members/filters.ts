import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { roles } from "@/lib/platform/core/roles";

export const memberStatuses = ["ACTIVE", "INVITED", "DISABLED", "EXPIRED"] as const;

/** The filters of the members page: URL and API parameters. */
export const memberFilters = {
  q: parseAsString,
  role: parseAsStringLiteral(roles),
  status: parseAsStringLiteral(memberStatuses),
};
