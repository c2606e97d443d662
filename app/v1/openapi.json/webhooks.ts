import type { ApiWebhook } from "@/lib/http/openapi";
import type { WebhookEventType } from "@/lib/webhooks/schemas";
import { envelopeOf, webhookEvents } from "@/lib/webhooks/schemas-events";

/** Every type of event that endpoints can listen to, in the specification's order. */
export const webhooks: ApiWebhook[] = (Object.keys(webhookEvents) as WebhookEventType[]).map((type) => {
  const { severity, summary } = webhookEvents[type];
  return { name: type, summary, severity, envelope: envelopeOf(type) };
});
