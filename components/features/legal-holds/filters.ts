import { createLoader, parseAsStringLiteral } from "nuqs/server";

/** The filters of the page of legal holds, as its URL has them and as the API takes them. */
export const holdFilters = {
  active: parseAsStringLiteral(["true", "false"] as const),
};

export const loadHoldFilters = createLoader(holdFilters);
