import { parseAsStringLiteral } from "nuqs/server";

export const enabledValues = ["true", "false"] as const;

export const policyFilters = { enabled: parseAsStringLiteral(enabledValues) };
