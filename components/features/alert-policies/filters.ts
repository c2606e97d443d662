export const enabledValues = ["true", "false"] as const;

export const policyFilters = { enabled: urlOneOf(enabledValues) };

import { urlOneOf } from "@/components/ui/filters/url-values";
