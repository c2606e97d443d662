import { runsMax } from "@/lib/domains/webhooks/attempt-store";
import type { EndpointKey } from "@/lib/domains/webhooks/health-store";
import {
  changeBody,
  findAlertMessages,
  findListeners,
  forgetResponses,
  insertMessages,
  type Listener,
} from "@/lib/domains/webhooks/publish-store";
import type { WebhookEventType } from "@/lib/domains/webhooks/schemas";
import { apiVersion, type Envelope, type WebhookData, webhookEvents } from "@/lib/domains/webhooks/schemas-events";
import type { Clock } from "@/lib/platform/core/clock";
import { notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import type { Transaction } from "@/lib/platform/database/db";
import { enqueue } from "@/lib/platform/jobs/outbox-store";

/** The organisation to publish for, and the clock. */
export interface Publisher {
  organisation: { id: string; livemode: boolean };
  clock: Clock;
}

/** Something that happened, with the type and data of an event in the specification. */
export type Publication = { [Type in WebhookEventType]: EnvelopeContent<Type> }[WebhookEventType] & {
  /** Identifies the source within the organisation: the type, a space and an ID. Each source is published once. */
  sourceKey: string;
};

/**
 * Publishes to the organisation's endpoints with the caller's transaction. If no endpoint listens to the type, it
 * writes nothing and costs one small query.
 *
 * @throws ZodError if the data does not match its type's schema and an endpoint listens.
 */
export async function publish(tx: Transaction, publication: Publisher & Publication): Promise<void> {
  await publishMany(tx, publication, [publication]);
}

/**
 * Publishes many events, of any types, in three statements. Returns the number of deliveries created; sources that were
 * already published create none.
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
  await enqueueDrains(tx, deliveries);
  return deliveries.length;
}

/**
 * Publishes to one endpoint, regardless of its subscriptions and whether it is active: for test events, whose
 * organisation is given with `livemode: false`. Returns the envelope's ID, which is also its source, so each call
 * publishes again.
 *
 * @throws `not_found` if the organisation has no such endpoint; ZodError if the data does not match the schema.
 */
export async function publishTo<Type extends WebhookEventType>(
  tx: Transaction,
  endpointId: string,
  { organisation, clock, ...content }: Publisher & EnvelopeContent<Type>,
): Promise<{ id: string }> {
  const nowMs = clock.now();
  const id = newId("deliveryEvent", nowMs);
  const message = {
    id,
    type: content.type,
    sourceKey: `test ${id}`,
    body: writeEnvelope(id, organisation, content),
    endpointIds: [endpointId],
  };
  const deliveries = await insertMessages(tx, organisation.id, [message], new Date(nowMs));
  if (deliveries.length === 0) throw notFound("webhook endpoint");
  await enqueueDrains(tx, deliveries);
  return { id };
}

function listeningTo({ type, occurredAtMs }: Publication, listeners: Listener[]): string[] {
  return listeners
    .filter(({ events, listeningSince }) => events.includes(type) && listeningSince.getTime() <= occurredAtMs)
    .map(({ id }) => id);
}

/**
 * A fixed order, so that concurrent transactions that publish the same sources wait for each other without deadlock.
 */
function bySource(a: { sourceKey: string }, b: { sourceKey: string }): number {
  return a.sourceKey < b.sourceKey ? -1 : 1;
}

/**
 * Requests a run of an endpoint for each item, up to the concurrent runs of an endpoint. Requests for the same later time
 * become one.
 */
export async function enqueueDrains(tx: Transaction, endpoints: EndpointKey[], at?: Date): Promise<void> {
  const counts = new Map<string, number>();
  const events = endpoints.flatMap(({ organisationId, endpointId }) => {
    const count = (counts.get(endpointId) ?? 0) + 1;
    counts.set(endpointId, count);
    return count > runsMax ? [] : [{ name: "webhooks/endpoint.due" as const, data: { organisationId, endpointId } }];
  });
  const [first] = endpoints;
  const key = `webhooks/endpoint.due ${first?.endpointId} ${at?.toISOString()}`;
  await enqueue(tx, events, at && { key, at });
}

/** Content of an envelope, as its publisher provides it. */
export interface EnvelopeContent<Type extends WebhookEventType = WebhookEventType> {
  type: Type;
  data: WebhookData<Type>;
  /** When it happened, in milliseconds since the Unix epoch. */
  occurredAtMs: number;
}

/**
 * The body of an envelope, with its members in the order of the specification's table. Members of the data that the
 * schema does not name are removed. It is written once; each attempt signs and sends these bytes.
 *
 * @throws ZodError if the data does not match its type's schema.
 */
export function writeEnvelope(
  id: string,
  organisation: { id: string; livemode: boolean },
  { type, data, occurredAtMs }: EnvelopeContent,
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

/** Replaces the content of an erased event in an envelope. */
const redacted = { message: "The content of the event was erased.", observed: null, threshold: null };

/**
 * Redacts stored envelopes that repeat the content of an event: alerts contain the number that triggered a policy.
 * Later deliveries contain the redacted envelope under the same ID. Other envelopes name an event but contain none of
 * its content.
 */
export async function redactMessages(tx: Transaction, organisationId: string, eventId: string): Promise<void> {
  for (const { id, body } of await findAlertMessages(tx, organisationId, eventId)) {
    const envelope = JSON.parse(body) as { data: Record<string, unknown> };
    await changeBody(tx, organisationId, id, JSON.stringify({ ...envelope, data: { ...envelope.data, ...redacted } }));
    await forgetResponses(tx, organisationId, id);
  }
}
