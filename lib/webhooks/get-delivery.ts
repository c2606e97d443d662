import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { findAttempts } from "@/lib/webhooks/attempt-store";
import { findBody, findDelivery } from "@/lib/webhooks/delivery-store";
import type { DeliveryDetail } from "@/lib/webhooks/schemas-deliveries";
import { findEndpoint } from "@/lib/webhooks/store";
import { toDeliveryDetail } from "@/lib/webhooks/to-delivery";

/** A delivery with what is sent and every attempt; throws `not_found`, of its endpoint or of itself. */
export async function getDelivery(ctx: Context, endpointId: string, id: string): Promise<DeliveryDetail> {
  const organisationId = ctx.organisation.id;
  if (!(await findEndpoint(ctx.tx, organisationId, endpointId))) throw notFound("webhook endpoint");
  const delivery = await findDelivery(ctx.tx, organisationId, endpointId, id);
  const body = delivery && (await findBody(organisationId, id));
  if (!delivery || body === undefined || body === null) throw notFound("webhook delivery");
  return toDeliveryDetail(delivery, body, await findAttempts(organisationId, endpointId, id));
}
