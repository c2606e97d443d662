export type { ClientKind } from "@/lib/domains/shadow-ai/catalogue/data";
export { findProviderId } from "@/lib/domains/shadow-ai/catalogue/entries";
export { hostMatches } from "@/lib/domains/shadow-ai/catalogue/host-table";
export { makeCatalogue } from "@/lib/domains/shadow-ai/catalogue/make-catalogue";
export { clientKind, type PathMeaning, pathMeaning } from "@/lib/domains/shadow-ai/catalogue/paths";
export type { Catalogue, Provider, RecognisedUse } from "@/lib/domains/shadow-ai/catalogue/types";
