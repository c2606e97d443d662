import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { roles } from "@/lib/platform/core/roles";

export const memberStatuses = ["ACTIVE", "INVITED", "DISABLED", "EXPIRED"] as const;

/** The filters of the page of members, as its URL has them and as the API takes them. */
export const memberFilters = {
  role: parseAsStringLiteral(roles),
  status: parseAsStringLiteral(memberStatuses),
};

export const loadMemberFilters = createLoader(memberFilters);
