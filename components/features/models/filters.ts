import { urlBoolean, urlEnum, urlString } from "@/components/ui/filters/url-values";
import { riskTiers } from "./constants";

export const modelFilters = {
  q: urlString,
  riskTier: urlEnum(riskTiers),
  provider: urlString,
  archived: urlBoolean,
};

export const modelSorting = {
  sort: urlEnum(["riskTier", "createdAt"]).withDefault("riskTier"),
  order: urlEnum(["asc", "desc"]).withDefault("desc"),
};
