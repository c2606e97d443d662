import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { findDelivery } from "@/lib/webhooks/delivery-store";
import { type WebhookEventType, webhookEventTypes } from "@/lib/webhooks/event-types";
import { publishTo } from "@/lib/webhooks/publish";
import { findActiveEndpoint } from "@/lib/webhooks/redeliver";
import type { Delivery, TestEndpoint } from "@/lib/webhooks/schemas-deliveries";
import { exampleData } from "@/lib/webhooks/schemas-events";
import { toDelivery } from "@/lib/webhooks/to-delivery";

/**
 * Sends an endpoint a test event with the type's documented example, `livemode: false`, also of a type that it does not
 * listen to, and no other endpoint. Throws `not_found`, and `conflict` while the endpoint is inactive.
 */
export async function testEndpoint(ctx: Context, endpointId: string, input: TestEndpoint): Promise<Delivery> {
  const organisation = { id: ctx.organisation.id, livemode: false };
  return inTransaction(ctx.tx, async (tx) => {
    const endpoint = await findActiveEndpoint(ctx, tx, endpointId);
    const type = input.type ?? firstOf(endpoint.events);
    const telling = { type, data: exampleData(type), occurredAtMs: ctx.clock.now() };
    const { id } = await publishTo(tx, endpointId, { organisation, clock: ctx.clock, ...telling });
    const delivery = await findDelivery(tx, organisation.id, endpointId, id);
    if (!delivery) throw notFound("webhook delivery");
    return toDelivery(delivery);
  });
}

function firstOf(events: string[]): WebhookEventType {
  return webhookEventTypes.find((type) => type === events[0]) ?? "audit.created";
}
