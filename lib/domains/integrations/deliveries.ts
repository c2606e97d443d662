import { type EventPosition, findEventPositions } from "@/lib/domains/audit-chain";
import {
  countDeliveries,
  type DeliveryPosition,
  deleteIgnored,
  findDeliveries,
  type StoredDelivery,
} from "@/lib/domains/integrations/delivery-store";
import type { Delivery, DeliveryList, ListDeliveries } from "@/lib/domains/integrations/schemas";
import { integrations } from "@/lib/domains/integrations/store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { listPage } from "@/lib/platform/resource/list-page";

/** The valid deliveries of an integration, newest first, without repeats. Throws `not_found`, `invalid_cursor`. */
export async function listDeliveries(
  ctx: Context,
  integrationId: string,
  query: ListDeliveries,
): Promise<DeliveryList> {
  const organisationId = ctx.organisation.id;
  await integrations.require(ctx, integrationId);
  const of = { organisationId, integrationId, filter: query };
  const { rows, pagination } = await listPage(ctx, {
    name: ["integration-deliveries", integrationId],
    query,
    rows: ({ before, take }, reader) =>
      findDeliveries(reader, of, { after: before === undefined ? undefined : readPosition(before), take }),
    count: (reader) => countDeliveries(reader, of),
    before: writePosition,
  });
  const eventIds = rows.flatMap(({ eventId }) => eventId ?? []);
  const positions = await findEventPositions(ctx.tx, organisationId, eventIds);
  return { data: rows.map((row) => toDelivery(row, positions)), pagination };
}

/** `receive-delivery.ts` rejects IDs with spaces or commas. */
function writePosition({ receivedAt, deliveryId }: DeliveryPosition): string {
  return `${receivedAt.getTime()},${deliveryId}`;
}

function readPosition(text: string): DeliveryPosition {
  const [receivedAtMs, deliveryId = ""] = text.split(",");
  return { receivedAt: new Date(Number(receivedAtMs)), deliveryId };
}

function toDelivery(
  { receivedAt, eventId, ...stored }: StoredDelivery,
  positions: Map<string, EventPosition>,
): Delivery {
  const position = eventId === null ? undefined : positions.get(eventId);
  return {
    ...stored,
    result: eventId === null ? "ignored" : "recorded",
    eventId,
    chainPosition: position?.chainPosition ?? null,
    modelId: position?.modelId ?? null,
    receivedAt: receivedAt.toISOString(),
  };
}

const ignoredKeptMs = 90 * 24 * 60 * 60 * 1_000;
const batchSize = 5_000;

/** Deletes ignored deliveries after 90 days. Returns their number. */
export async function deleteOldDeliveries(clock: Clock): Promise<number> {
  return deleteIgnored(new Date(clock.now() - ignoredKeptMs), batchSize);
}
