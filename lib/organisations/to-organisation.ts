import { readRateLimitOverrides } from "@/lib/organisations/rate-limit-overrides";
import { Organisation } from "@/lib/organisations/schemas";
import type { StoredOrganisation } from "@/lib/organisations/store";

export function toOrganisation(stored: StoredOrganisation): Organisation {
  return Organisation.parse({
    ...stored,
    rateLimitOverrides: readRateLimitOverrides(stored.rateLimitOverrides),
    createdAt: stored.createdAt.toISOString(),
  });
}
