import { urlBoolean, urlOneOf, urlText } from "@/components/ui/filters/url-values";
import { riskTiers } from "./constants";

export const modelFilters = {
  q: urlText,
  riskTier: urlOneOf(riskTiers),
  provider: urlText,
  archived: urlBoolean,
};
