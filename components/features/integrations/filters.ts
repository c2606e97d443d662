import { urlOneOf } from "@/components/ui/filters/url-values";
import { deliveryResults, integrationKinds } from "@/lib/domains/integrations/enums";

export const integrationFilters = { kind: urlOneOf(integrationKinds) };
export const deliveryFilters = { result: urlOneOf(deliveryResults) };
