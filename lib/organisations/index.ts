export { createOrganisation } from "@/lib/organisations/create-organisation";
export { findOrganisation } from "@/lib/organisations/find-organisation";
export { listOrganisations } from "@/lib/organisations/list-organisations";
export { readRateLimitOverrides } from "@/lib/organisations/rate-limit-overrides";
