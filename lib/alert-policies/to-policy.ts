import type { AlertPolicy } from "@/lib/alert-policies/schemas";
import type { PolicyFigures, StoredPolicy } from "@/lib/alert-policies/store";

/** A stored policy as callers see it. */
export function toPolicy(stored: StoredPolicy, figures: PolicyFigures | undefined): AlertPolicy {
  return {
    id: stored.id,
    name: stored.name,
    description: stored.description,
    rule: stored.rule,
    severity: stored.severity,
    recipients: stored.recipients,
    cooldownMinutes: stored.cooldownMinutes,
    mutedUntil: stored.mutedUntil?.toISOString() ?? null,
    enabled: stored.enabled,
    figures: {
      alerts: figures?.alerts ?? 0,
      suppressed: figures?.suppressed ?? 0,
      muted: figures?.muted ?? 0,
      lastTriggeredAt: figures?.lastFiredAt?.toISOString() ?? null,
    },
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}

/** What an entity tag names: figures move by themselves, and must not keep anybody from changing what they read. */
export function versionOf({ figures: _, ...settings }: AlertPolicy): Omit<AlertPolicy, "figures"> {
  return settings;
}
