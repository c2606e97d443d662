import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { type Place, paginate, readPlace } from "@/lib/resource/list-page";
import { type DeliveryFilter, findDeliveries, findFirstDeliveries } from "@/lib/webhooks/delivery-store";
import type { DeliveryList, ListDeliveries } from "@/lib/webhooks/schemas-deliveries";
import { findEndpoint } from "@/lib/webhooks/store";
import { toDelivery } from "@/lib/webhooks/to-delivery";

/**
 * Deliveries to an endpoint, newest first. Those made between two pages show on neither; `total` is that of the first page.
 * Throws `not_found`, and `invalid_cursor` for a cursor of another list.
 */
export async function listDeliveries(ctx: Context, endpointId: string, query: ListDeliveries): Promise<DeliveryList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  if (!(await findEndpoint(ctx.tx, organisationId, endpointId))) throw notFound("webhook endpoint");
  const binding = ["webhook-deliveries", organisationId, endpointId, filter];
  const place = readPlace(cursor, binding);
  const { deliveries, total } = await findPage({ organisationId, endpointId }, filter, place, limit + 1);
  const before = (delivery: { messageId: string }) => delivery.messageId;
  const { rows, pagination } = paginate(deliveries, { limit, place, total, binding, before });
  return { data: rows.map(toDelivery), pagination };
}

async function findPage(
  { organisationId, endpointId }: { organisationId: string; endpointId: string },
  filter: DeliveryFilter,
  place: Place | undefined,
  take: number,
) {
  if (!place) return findFirstDeliveries(organisationId, endpointId, filter, take);
  const page = { beforeId: place.before, take };
  return { deliveries: await findDeliveries(organisationId, endpointId, filter, page), total: place.total };
}
