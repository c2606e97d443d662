import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const riskTiers = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

/** The filters of the page of models, as its URL has them. */
export const modelFilters = {
  q: parseAsString,
  riskTier: parseAsStringLiteral(riskTiers),
  provider: parseAsString,
  archived: parseAsBoolean,
};

/** The filters of a URL, on the server. */
export const loadModelFilters = createLoader(modelFilters);
