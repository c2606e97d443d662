export { covers, type Extent, extentsThatStand, heldBy, heldPeriods, holdsOver } from "@/lib/legal-holds/coverage";
export { getHold, listHolds, listHoldsDuring, placeHold, releaseHold } from "@/lib/legal-holds/legal-holds";
export type { LegalHold } from "@/lib/legal-holds/schemas";
