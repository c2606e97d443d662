import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const riskTiers = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

export const modelFilters = {
  q: parseAsString,
  riskTier: parseAsStringLiteral(riskTiers),
  provider: parseAsString,
  archived: parseAsBoolean,
};
