import { urlEnum } from "@/components/ui/filters/url-values";

export const enabledValues = ["true", "false"] as const;

export const policyFilters = { enabled: urlEnum(enabledValues) };
