import { parseAsString } from "nuqs/server";

/** The filters of the catalogue, as the URL of its page has them. */
export const catalogueFilters = { q: parseAsString, category: parseAsString, jurisdiction: parseAsString };
