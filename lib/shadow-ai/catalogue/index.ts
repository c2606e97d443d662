export { findProviderId } from "@/lib/shadow-ai/catalogue/entries";
export { hostMatches } from "@/lib/shadow-ai/catalogue/host-table";
export { makeCatalogue } from "@/lib/shadow-ai/catalogue/make-catalogue";
export { type ClientKind, clientKind, type PathMeaning, pathMeaning } from "@/lib/shadow-ai/catalogue/paths";
export type { Catalogue, Provider, RecognisedUse } from "@/lib/shadow-ai/catalogue/types";
