import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { deliveryResults, integrationKinds } from "@/lib/domains/integrations/vocabulary";

/** The filters of the page of integrations, as its URL has them. */
export const integrationFilters = { kind: parseAsStringLiteral(integrationKinds) };
export const loadIntegrationFilters = createLoader(integrationFilters);

/** The filters of an integration's deliveries, as its page's URL has them. */
export const deliveryFilters = { result: parseAsStringLiteral(deliveryResults) };
export const loadDeliveryFilters = createLoader(deliveryFilters);
