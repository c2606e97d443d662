import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import type { StoredEndpoint } from "@/lib/webhooks/store";

/** A stored endpoint as callers see it: nothing of its secrets. */
export function toEndpoint(stored: StoredEndpoint): WebhookEndpoint {
  return {
    id: stored.id,
    url: stored.url,
    events: stored.events,
    description: stored.description,
    active: stored.active,
    disabledAt: stored.disabledAt?.toISOString() ?? null,
    disabledReason: stored.disabledReason,
    previousSecretExpiresAt: stored.previousSecretExpiresAt?.toISOString() ?? null,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}
