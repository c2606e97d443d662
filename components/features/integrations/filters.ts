import { parseAsStringLiteral } from "nuqs/server";
import { deliveryResults, integrationKinds } from "@/lib/domains/integrations/enums";

export const integrationFilters = { kind: parseAsStringLiteral(integrationKinds) };
export const deliveryFilters = { result: parseAsStringLiteral(deliveryResults) };
