import type { AllowedEndpoint, Model, RiskTier } from "@/lib/models/schemas";
import type { StoredModel } from "@/lib/models/store";

/** A stored model as callers see it. */
export function toModel(stored: StoredModel): Model {
  const { archivedAt, ...same } = stored;
  return {
    ...same,
    riskTier: stored.riskTier as RiskTier | null,
    allowedEndpoints: stored.allowedEndpoints as unknown as AllowedEndpoint[],
    archived: archivedAt !== null,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}
