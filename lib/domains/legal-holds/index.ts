export {
  activeExtents,
  covers,
  type Extent,
  heldBy,
  heldPeriods,
  holdsOver,
} from "@/lib/domains/legal-holds/coverage";
export { getHold, listHolds, listHoldsDuring, placeHold, releaseHold } from "@/lib/domains/legal-holds/legal-holds";
export type { LegalHold } from "@/lib/domains/legal-holds/schemas";
