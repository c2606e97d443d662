import { createLoader, parseAsStringLiteral } from "nuqs/server";

export const enabledValues = ["true", "false"] as const;

export const policyFilters = { enabled: parseAsStringLiteral(enabledValues) };
export const loadPolicyFilters = createLoader(policyFilters);
