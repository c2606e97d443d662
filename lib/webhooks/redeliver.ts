import type { Context } from "@/lib/context";
import { inTransaction, type Transaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { findDelivery, redeliverOne } from "@/lib/webhooks/delivery-store";
import { enqueueDue } from "@/lib/webhooks/enqueue-due";
import type { Delivery } from "@/lib/webhooks/schemas-deliveries";
import { findEndpoint, type StoredEndpoint } from "@/lib/webhooks/store";
import { toDelivery } from "@/lib/webhooks/to-delivery";

/**
 * Begins a new round of up to five attempts of a delivery in any state, now: the same envelope under the same id. What
 * waits of the round before ends. Throws `not_found`, and `conflict` while the endpoint is inactive.
 */
export async function redeliver(ctx: Context, endpointId: string, id: string): Promise<Delivery> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await findActiveEndpoint(ctx, tx, endpointId);
    const due = await redeliverOne(tx, organisationId, endpointId, id, new Date(ctx.clock.now()));
    await enqueueDue(tx, due);
    const delivery = await findDelivery(tx, organisationId, endpointId, id);
    if (!delivery) throw notFound("webhook delivery");
    return toDelivery(delivery);
  });
}

/** The endpoint, if something can be sent to it. Throws `not_found` and `conflict`. */
export async function findActiveEndpoint(
  ctx: Context,
  tx: Transaction | undefined,
  endpointId: string,
): Promise<StoredEndpoint> {
  const endpoint = await findEndpoint(tx, ctx.organisation.id, endpointId);
  if (!endpoint) throw notFound("webhook endpoint");
  if (!endpoint.active) {
    throw new ServiceError("conflict", "The webhook endpoint is disabled. Enable it first: PATCH it with active true.");
  }
  return endpoint;
}
