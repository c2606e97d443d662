import type { Integration } from "@/lib/integrations/schemas";
import type { StoredIntegration } from "@/lib/integrations/store";
import type { IntegrationStatus } from "@/lib/integrations/vocabulary";
import { publicUrl } from "@/lib/public-url";

/** A stored integration as callers see it: nothing of its secrets. */
export function toIntegration(stored: StoredIntegration): Integration {
  const { id, kind, name, models, defaultModelId, silentAfterHours, enabled } = stored;
  return {
    ...{ id, kind, name, models, defaultModelId, silentAfterHours, enabled },
    receiverUrl: publicUrl(`/v1/integrations/${id}/events`),
    status: statusOf(stored),
    lastSeenAt: stored.lastSeenAt?.toISOString() ?? null,
    disconnectedAt: stored.disconnectedAt?.toISOString() ?? null,
    figures: { recorded: stored.recordedDeliveries, ignored: stored.ignoredDeliveries },
    previousSecretExpiresAt: stored.previousSecretExpiresAt?.toISOString() ?? null,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}

function statusOf(stored: Pick<StoredIntegration, "enabled" | "disconnectedAt" | "lastSeenAt">): IntegrationStatus {
  if (!stored.enabled) return "DISABLED";
  if (stored.disconnectedAt !== null) return "DISCONNECTED";
  return stored.lastSeenAt === null ? "WAITING" : "CONNECTED";
}
