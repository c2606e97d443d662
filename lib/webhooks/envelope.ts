import type { WebhookEventType } from "@/lib/webhooks/event-types";
import { apiVersion, type Envelope, type WebhookData, webhookEvents } from "@/lib/webhooks/schemas-events";

/** What an envelope tells, as its publisher knows it. */
export interface Telling<Type extends WebhookEventType = WebhookEventType> {
  type: Type;
  data: WebhookData<Type>;
  /** When it happened, in milliseconds since the Unix epoch. */
  occurredAtMs: number;
}

/**
 * The body of an envelope: its members in the order of the specification's table, the data without members that its
 * schema does not name. It is written once; these bytes are what is signed and sent, at every attempt.
 *
 * @throws ZodError when the data does not fit its type's schema.
 */
export function writeEnvelope(
  id: string,
  organisation: { id: string; livemode: boolean },
  { type, data, occurredAtMs }: Telling,
): string {
  const envelope: Envelope = {
    id,
    type,
    apiVersion,
    created: Math.floor(occurredAtMs / 1000),
    livemode: organisation.livemode,
    organisationId: organisation.id,
    data: webhookEvents[type].data.parse(data),
  };
  return JSON.stringify(envelope);
}
