import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { integrationKinds } from "@/lib/integrations/vocabulary";

/** The filters of the page of integrations, as its URL has them. */
export const integrationFilters = { kind: parseAsStringLiteral(integrationKinds) };
export const loadIntegrationFilters = createLoader(integrationFilters);
