export { covers, type Extent } from "@/lib/legal-holds/coverage";
export { extentsThatStand } from "@/lib/legal-holds/extents-that-stand";
export { getHold } from "@/lib/legal-holds/get-hold";
export { heldBy, heldPeriods, holdsOver } from "@/lib/legal-holds/holds-over";
export { listHolds } from "@/lib/legal-holds/list-holds";
export { listHoldsDuring } from "@/lib/legal-holds/list-holds-during";
export { placeHold } from "@/lib/legal-holds/place-hold";
export { releaseHold } from "@/lib/legal-holds/release-hold";
export type { LegalHold } from "@/lib/legal-holds/schemas";
