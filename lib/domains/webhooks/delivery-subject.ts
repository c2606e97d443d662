import type { WebhookEventType } from "@/lib/domains/webhooks/schemas";

/** The member of `data` that names the subject of each event type. */
const subjects: Record<WebhookEventType, readonly string[]> = {
  "audit.created": ["eventType"],
  "audit.high_severity": ["eventType"],
  "chain.integrity_failure": ["error"],
  "chain.verified": ["toPosition"],
  "shadow_ai.detected": ["details", "endpoint"],
  "shadow_ai.resolved": ["details", "endpoint"],
  "evidence.ready": ["framework"],
  "evidence.expired": ["framework"],
  "alert.triggered": ["policyName"],
  "model.registered": ["name"],
  "integration.disconnected": ["name"],
};

/** The subject and model of an envelope. Members are null if the stored envelope does not have them. */
export function subjectOf(type: string, body: string): { subject: string | null; modelId: string | null } {
  if (body === "" || !Object.hasOwn(subjects, type)) return { subject: null, modelId: null };
  const { data } = JSON.parse(body) as { data: unknown };
  return { subject: textAt(data, subjects[type as WebhookEventType]), modelId: textAt(data, ["modelId"]) };
}

function textAt(data: unknown, path: readonly string[]): string | null {
  const value = path.reduce<unknown>((object, name) => (object as Record<string, unknown> | undefined)?.[name], data);
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}
