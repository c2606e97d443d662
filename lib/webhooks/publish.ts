import type { Clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/outbox-store";
import { type Telling, writeEnvelope } from "@/lib/webhooks/envelope";
import type { WebhookEventType } from "@/lib/webhooks/event-types";
import { type DeliveryKey, findListeners, insertMessages, type Listener } from "@/lib/webhooks/publish-store";

/** For whom something is published, and by which clock. */
export interface Publisher {
  organisation: { id: string; livemode: boolean };
  clock: Clock;
}

/** Something that happened, with the type and data of one of the specification's events. */
export type Publication = { [Type in WebhookEventType]: Telling<Type> }[WebhookEventType] & {
  /** Names what happened within the organisation: the type, a space and an id. It is told once, whatever is repeated. */
  sourceKey: string;
};

/**
 * Tells the organisation's endpoints of something, after the commit of the caller's transaction or not at all. Where no
 * endpoint listens to the type nothing is written, and it costs one small query.
 *
 * @throws ZodError when the data does not fit its type's schema and an endpoint listens.
 */
export async function publish(tx: Transaction, publication: Publisher & Publication): Promise<void> {
  await publishMany(tx, publication, [publication]);
}

/**
 * The same for many, of any types: three statements, however many they are. Answers how many deliveries were made; what
 * was told before makes none.
 */
export async function publishMany(
  tx: Transaction,
  { organisation, clock }: Publisher,
  publications: Publication[],
): Promise<number> {
  if (publications.length === 0) return 0;
  const types = [...new Set(publications.map(({ type }) => type))];
  const listeners = await findListeners(tx, organisation.id, types);
  const nowMs = clock.now();
  const messages = publications.flatMap((publication) => {
    const endpointIds = listeningTo(publication, listeners);
    if (endpointIds.length === 0) return [];
    const id = newId("deliveryEvent", nowMs);
    const { type, sourceKey } = publication;
    return [{ id, type, sourceKey, body: writeEnvelope(id, organisation, publication), endpointIds }];
  });
  if (messages.length === 0) return 0;
  const deliveries = await insertMessages(tx, organisation.id, messages.sort(bySource), new Date(nowMs));
  await enqueueDue(tx, organisation.id, deliveries);
  return deliveries.length;
}

/**
 * Tells one endpoint, whatever it listens to and whether or not it is active: for test events, whose organisation is given
 * with `livemode: false`. Answers the envelope's id, which also names the source: each call tells anew.
 *
 * @throws `not_found` for an endpoint that the organisation does not have; ZodError when the data does not fit.
 */
export async function publishTo<Type extends WebhookEventType>(
  tx: Transaction,
  endpointId: string,
  { organisation, clock, ...telling }: Publisher & Telling<Type>,
): Promise<{ id: string }> {
  const nowMs = clock.now();
  const id = newId("deliveryEvent", nowMs);
  const message = {
    id,
    type: telling.type,
    sourceKey: `test ${id}`,
    body: writeEnvelope(id, organisation, telling),
    endpointIds: [endpointId],
  };
  const deliveries = await insertMessages(tx, organisation.id, [message], new Date(nowMs));
  if (deliveries.length === 0) throw notFound("webhook endpoint");
  await enqueueDue(tx, organisation.id, deliveries);
  return { id };
}

function listeningTo({ type, occurredAtMs }: Publication, listeners: Listener[]): string[] {
  return listeners
    .filter(({ events, listeningSince }) => events.includes(type) && listeningSince.getTime() <= occurredAtMs)
    .map(({ id }) => id);
}

/** Two that tell of the same things at once wait for each other: both take them in one order. */
function bySource(a: { sourceKey: string }, b: { sourceKey: string }): number {
  return a.sourceKey < b.sourceKey ? -1 : 1;
}

async function enqueueDue(tx: Transaction, organisationId: string, deliveries: DeliveryKey[]): Promise<void> {
  await enqueue(
    tx,
    deliveries.map((delivery) => ({
      name: "webhooks/delivery.due" as const,
      data: { organisationId, ...delivery, round: 0 },
    })),
  );
}
