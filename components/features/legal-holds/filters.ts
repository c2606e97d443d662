import { parseAsStringLiteral } from "nuqs/server";

/** The filters of the legal holds page: URL and API parameters. */
export const holdFilters = {
  active: parseAsStringLiteral(["true", "false"] as const),
};
