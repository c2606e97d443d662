import { createLoader, parseAsStringLiteral } from "nuqs/server";

export const enabledValues = ["true", "false"] as const;

/** The filters of the page of alert policies, as its URL has them. */
export const policyFilters = { enabled: parseAsStringLiteral(enabledValues) };
export const loadPolicyFilters = createLoader(policyFilters);
