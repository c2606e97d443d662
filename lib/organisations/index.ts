export { createOrganisation } from "@/lib/organisations/create-organisation";
export { findOrganisation } from "@/lib/organisations/find-organisation";
export { getOrganisation } from "@/lib/organisations/get-organisation";
export { listOrganisations, listOrganisationsBehind } from "@/lib/organisations/list-organisations";
export { readRateLimitOverrides } from "@/lib/organisations/rate-limit-overrides";
export type { Organisation } from "@/lib/organisations/schemas";
export { findAllowances } from "@/lib/organisations/store";
export { updateOrganisation } from "@/lib/organisations/update-organisation";
