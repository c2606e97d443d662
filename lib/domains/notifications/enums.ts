import type { Permission } from "@/lib/platform/core/roles";

export const notificationKinds = [
  "DETECTION_ASSIGNED",
  "DETECTION_MENTIONED",
  "DETECTION_OVERDUE",
  "EXCEPTION_REQUESTED",
  "LOG_SOURCE_SILENT",
  "DELIVERIES_FAILED",
  "AUDIT_STREAM_FAILED",
  "CHAIN_FINDING",
  "API_KEY_EXPIRING",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** How long notifications are kept, in every organisation. */
export const notificationDays = 90;

export const digestChoices = ["NONE", "DAILY"] as const;

interface KindRule {
  /** Required to receive and to read notifications of the kind. */
  read: Permission;
  /** Members with this permission are notified unless they opt out; other members must opt in. */
  act: Permission;
  /** Whether the default includes the e-mail digest. */
  digest: boolean;
}

/** Each assignment is e-mailed immediately, so the digest does not repeat assignments by default. */
export const kindRules: Readonly<Record<NotificationKind, KindRule>> = {
  DETECTION_ASSIGNED: { read: "shadow_ai:read", act: "shadow_ai:read", digest: false },
  DETECTION_MENTIONED: { read: "shadow_ai:read", act: "shadow_ai:read", digest: true },
  DETECTION_OVERDUE: { read: "shadow_ai:read", act: "shadow_ai:read", digest: true },
  EXCEPTION_REQUESTED: { read: "exceptions:approve", act: "exceptions:approve", digest: true },
  LOG_SOURCE_SILENT: { read: "shadow_ai:read", act: "sensors:write", digest: true },
  DELIVERIES_FAILED: { read: "webhooks:read", act: "webhooks:write", digest: true },
  AUDIT_STREAM_FAILED: { read: "webhooks:read", act: "webhooks:write", digest: true },
  CHAIN_FINDING: { read: "audit:read", act: "findings:resolve", digest: true },
  API_KEY_EXPIRING: { read: "admin", act: "admin", digest: true },
};
