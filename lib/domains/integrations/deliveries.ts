import { findModelIds } from "@/lib/domains/audit-chain";
import {
  type DeliveryFilter,
  type DeliveryPlace,
  findDeliveries,
  findFirstDeliveries,
  forgetIgnored,
  type StoredDelivery,
} from "@/lib/domains/integrations/delivery-store";
import type { Delivery, DeliveryList, ListDeliveries } from "@/lib/domains/integrations/schemas";
import { findIntegration } from "@/lib/domains/integrations/store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";
import { type Place, paginate, readPlace } from "@/lib/platform/resource/list-page";

/**
 * The genuine deliveries that an integration received, newest first, each once however often it was sent. Those received
 * between two pages show on neither; `total` is that of the first page. Throws `not_found`, also for an integration that
 * was deleted, and `invalid_cursor` for a cursor of another list.
 */
export async function listDeliveries(
  ctx: Context,
  integrationId: string,
  query: ListDeliveries,
): Promise<DeliveryList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  if (!(await findIntegration(ctx.tx, organisationId, integrationId))) throw notFound("integration");
  const binding = ["integration-deliveries", organisationId, integrationId, filter];
  const place = readPlace(cursor, binding);
  const { deliveries, total } = await findPage({ organisationId, integrationId, filter }, place, limit + 1);
  const { rows, pagination } = paginate(deliveries, { limit, place, total, binding, before: placeOf });
  const eventIds = rows.flatMap(({ eventId }) => eventId ?? []);
  const models = await findModelIds(ctx.tx, organisationId, eventIds);
  return { data: rows.map((row) => toDelivery(row, models)), pagination };
}

async function findPage(
  of: { organisationId: string; integrationId: string; filter: DeliveryFilter },
  place: Place | undefined,
  take: number,
) {
  if (!place) return findFirstDeliveries(of, take);
  return { deliveries: await findDeliveries(of, { behind: readPlaceOf(place.before), take }), total: place.total };
}

/** An id has neither spaces nor commas: `receive-delivery.ts` takes no other. */
function placeOf({ receivedAt, deliveryId }: DeliveryPlace): string {
  return `${receivedAt.getTime()},${deliveryId}`;
}

function readPlaceOf(before: string): DeliveryPlace {
  const [receivedAtMs, deliveryId = ""] = before.split(",");
  return { receivedAt: new Date(Number(receivedAtMs)), deliveryId };
}

function toDelivery({ receivedAt, eventId, ...stored }: StoredDelivery, models: Map<string, string>): Delivery {
  return {
    ...stored,
    result: eventId === null ? "ignored" : "recorded",
    eventId,
    modelId: eventId === null ? null : (models.get(eventId) ?? null),
    receivedAt: receivedAt.toISOString(),
  };
}

/** How long it is known that a delivery was received of which no event was made. */
const keptMs = 90 * 24 * 60 * 60 * 1_000;
const batchSize = 5_000;

/** Forgets deliveries of which no event was made, some months after they came. Answers how many. */
export async function forgetDeliveries(clock: Clock): Promise<number> {
  return forgetIgnored(new Date(clock.now() - keptMs), batchSize);
}
