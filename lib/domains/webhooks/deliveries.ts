import { findAttempts, type StoredAttempt } from "@/lib/domains/webhooks/attempt-store";
import {
  countFailed,
  deliveriesOf,
  type FailedRange,
  findDelivery,
  redeliverFailed,
  redeliverOne,
  type StoredDelivery,
} from "@/lib/domains/webhooks/delivery-store";
import { subjectOf } from "@/lib/domains/webhooks/delivery-subject";
import { enqueueDrains, publishTo } from "@/lib/domains/webhooks/publish";
import { type WebhookEventType, webhookEventTypes } from "@/lib/domains/webhooks/schemas";
import {
  Delivery,
  DeliveryDetail,
  type DeliveryList,
  type ListDeliveries,
  type RecoverDeliveries,
  type Recovery,
  recoverDaysMax,
  type TestEndpoint,
} from "@/lib/domains/webhooks/schemas-deliveries";
import { exampleData } from "@/lib/domains/webhooks/schemas-events";
import { endpoints, type StoredEndpoint } from "@/lib/domains/webhooks/store";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { listItems } from "@/lib/platform/resource/list-page";
import { withIsoTimes } from "@/lib/platform/resource/record-store";

/**
 * Returns a delivery with its request and all attempts. Throws `not_found` if the endpoint or the delivery does not
 * exist.
 */
export async function getDelivery(ctx: Context, endpointId: string, id: string): Promise<DeliveryDetail> {
  const organisationId = ctx.organisation.id;
  await endpoints.require(ctx, endpointId);
  const delivery = await findDelivery(ctx.tx, organisationId, endpointId, id);
  if (!delivery) throw notFound("webhook delivery");
  return toDeliveryDetail(delivery, await findAttempts(organisationId, endpointId, id));
}

/**
 * Lists the deliveries to an endpoint, newest first. Deliveries created between two page requests appear on no page;
 * `total` is the count at the first page. Throws `not_found`, and `invalid_cursor` for a cursor of another list.
 */
export async function listDeliveries(ctx: Context, endpointId: string, query: ListDeliveries): Promise<DeliveryList> {
  await endpoints.require(ctx, endpointId);
  const found = deliveriesOf(ctx.organisation.id, endpointId, query);
  return listItems(ctx, { name: ["webhook-deliveries", endpointId], query, view: toDelivery, ...found });
}

/**
 * Starts a new round of up to five attempts for a delivery in any state: the same envelope with the same ID. Pending
 * attempts of the previous round are cancelled. Throws `not_found`, and `conflict` while the endpoint is inactive.
 */
export async function redeliver(ctx: Context, endpointId: string, id: string): Promise<Delivery> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await findActiveEndpoint(ctx, tx, endpointId);
    const due = await redeliverOne(tx, organisationId, endpointId, id, new Date(ctx.clock.now()));
    await enqueueDrains(tx, due);
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
  const endpoint = await endpoints.require(tx ? { ...ctx, tx } : ctx, endpointId);
  if (!endpoint.active) {
    throw new ServiceError("conflict", "The webhook endpoint is disabled. Enable it first by setting active to true.");
  }
  return endpoint;
}

/** Deliveries per transaction, because a range can contain very many. */
const chunk = 500;

const day = 24 * 60 * 60 * 1000;

/**
 * Starts a new round for every FAILED delivery to an endpoint created in a range, oldest first. Throws `not_found`,
 * `conflict` while the endpoint is inactive, and `validation_failed` for a range that is empty or too old.
 */
export async function recover(
  ctx: Context,
  endpointId: string,
  { since, until, dryRun }: RecoverDeliveries,
): Promise<Recovery> {
  const nowMs = ctx.clock.now();
  const range = { since: new Date(since), until: until === undefined ? new Date(nowMs) : new Date(until) };
  refuseRange(range, nowMs);
  await findActiveEndpoint(ctx, ctx.tx, endpointId);
  const matched = await countFailed(ctx.organisation.id, endpointId, range);
  const redelivered = dryRun ? 0 : await redeliverAll(ctx, endpointId, range);
  const { since: from, until: to } = range;
  return { matched, redelivered, dryRun, since: from.toISOString(), until: to.toISOString() };
}

/** Deliveries that fail again during the replay are after the position and not replayed twice. */
async function redeliverAll(ctx: Context, endpointId: string, range: FailedRange): Promise<number> {
  let redelivered = 0;
  let afterId = "";
  for (;;) {
    const taken = await inTransaction(ctx.tx, async (tx) => {
      const now = new Date(ctx.clock.now());
      const due = await redeliverFailed(tx, ctx.organisation.id, endpointId, { ...range, afterId, limit: chunk, now });
      await enqueueDrains(tx, due);
      return due;
    });
    redelivered += taken.length;
    const last = taken.at(-1);
    if (!last || taken.length < chunk) return redelivered;
    afterId = last.messageId;
  }
}

function refuseRange({ since, until }: FailedRange, nowMs: number): void {
  if (since.getTime() < nowMs - recoverDaysMax * day) {
    throw validationFailed([{ path: "since", message: `must be at most ${recoverDaysMax} days ago` }]);
  }
  if (until < since) throw validationFailed([{ path: "until", message: "must not be before `since`" }]);
}

/**
 * Sends a test event with the type's documented example and `livemode: false` to one endpoint, even if it is not
 * subscribed to the type. Throws `not_found`, and `conflict` while the endpoint is inactive.
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

/** A stored delivery as the API returns it. */
export function toDelivery({ message, ...stored }: StoredDelivery): Delivery {
  const { messageId, type } = stored;
  return Delivery.parse({ ...withIsoTimes(stored), id: messageId, ...subjectOf(type, message.body) });
}

/** The same with the envelope and every attempt. */
export function toDeliveryDetail(stored: StoredDelivery, attempts: StoredAttempt[]): DeliveryDetail {
  const body = JSON.parse(stored.message.body);
  return DeliveryDetail.parse({ ...toDelivery(stored), body, attemptLog: attempts.map(withIsoTimes) });
}
