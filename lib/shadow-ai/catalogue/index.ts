export { hostMatches } from "@/lib/shadow-ai/catalogue/host-name";
export { makeCatalogue } from "@/lib/shadow-ai/catalogue/make-catalogue";
export { type PathMeaning, pathMeaning } from "@/lib/shadow-ai/catalogue/paths";
export { findProviderId } from "@/lib/shadow-ai/catalogue/providers";
export type { Catalogue, Provider, RecognisedUse } from "@/lib/shadow-ai/catalogue/types";
export { type ClientKind, clientKind } from "@/lib/shadow-ai/catalogue/user-agents";
