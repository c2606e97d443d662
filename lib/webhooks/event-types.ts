/** Every type of event that endpoints can listen to (specification, "Events"), in its order. */
export const webhookEventTypes = [
  "audit.created",
  "audit.high_severity",
  "chain.integrity_failure",
  "chain.verified",
  "shadow_ai.detected",
  "shadow_ai.resolved",
  "evidence.ready",
  "evidence.expired",
  "alert.triggered",
  "model.registered",
  "integration.disconnected",
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];
