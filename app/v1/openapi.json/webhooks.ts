import type { WebhookEventType } from "@/lib/domains/webhooks/schemas";
import { envelopeOf, webhookEvents } from "@/lib/domains/webhooks/schemas-events";
import type { ApiWebhook } from "@/lib/platform/http/openapi";

/** All webhook event types, in the specification's order. */
export const webhooks: ApiWebhook[] = (Object.keys(webhookEvents) as WebhookEventType[]).map((type) => {
  const { severity, summary } = webhookEvents[type];
  return { name: type, summary, severity, envelope: envelopeOf(type) };
});
