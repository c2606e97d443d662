export {
  createOrganisation,
  findOrganisation,
  getOrganisation,
  listOrganisations,
  listOrganisationsBehind,
  readRateLimitOverrides,
  systemContext,
  updateOrganisation,
} from "@/lib/organisations/organisations";
export type { Organisation } from "@/lib/organisations/schemas";
export { findAllowances } from "@/lib/organisations/store";
