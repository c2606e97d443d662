import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { riskTiers } from "./constants";

export const modelFilters = {
  q: parseAsString,
  riskTier: parseAsStringLiteral(riskTiers),
  provider: parseAsString,
  archived: parseAsBoolean,
};
