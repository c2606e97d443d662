export { moveMetrics } from "@/lib/domains/organisations/move-metrics";
export {
  changeLimits,
  createOrganisation,
  findOrganisation,
  getOrganisation,
  listOrganisations,
  listOrganisationsAfter,
  readRateLimitOverrides,
  sweepOrganisations,
  systemContext,
  toLimits,
  updateOrganisation,
} from "@/lib/domains/organisations/organisations";
export type { Organisation } from "@/lib/domains/organisations/schemas";
export { findAllowances, findMove, moveColumn } from "@/lib/domains/organisations/store";
