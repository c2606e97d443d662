import { urlEnum } from "@/components/ui/filters/url-values";
import { deliveryResults, integrationKinds } from "@/lib/domains/integrations/enums";

export const integrationFilters = { kind: urlEnum(integrationKinds) };
export const deliveryFilters = { result: urlEnum(deliveryResults) };
