import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const riskTiers = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

export const modelFilters = {
  q: parseAsString,
  riskTier: parseAsStringLiteral(riskTiers),
  provider: parseAsString,
  archived: parseAsBoolean,
};

/** The latest 100 models, whose names lists show. */
export const newestModels = { limit: 100 };
