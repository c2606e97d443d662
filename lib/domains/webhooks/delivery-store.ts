import type { ListDeliveries } from "@/lib/domains/webhooks/schemas-deliveries";
import type { WebhookDelivery } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { type Outdated, outsidePeriods, periodBounds } from "@/lib/platform/core/periods";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import type { Reader, Slice } from "@/lib/platform/resource/list-page";

/** A delivery with the text that is sent, which is empty after its retention period. */
export type StoredDelivery = WebhookDelivery & { message: { body: string } };

const include = { message: { select: { body: true } } } as const;

/** A delivery with a new round. */
export interface DueDelivery {
  organisationId: string;
  endpointId: string;
  messageId: string;
  round: number;
}

export async function findDelivery(
  tx: Transaction | undefined,
  organisationId: string,
  endpointId: string,
  messageId: string,
): Promise<StoredDelivery | null> {
  if (!isId("deliveryEvent", messageId)) return null;
  return (tx ?? prisma()).webhookDelivery.findFirst({ where: { organisationId, endpointId, messageId }, include });
}

export function deliveriesOf(organisationId: string, endpointId: string, { status, type }: ListDeliveries) {
  const where = { organisationId, endpointId, ...(status && { status }), ...(type && { type }) };
  return {
    rows: ({ before, take }: Slice, reader: Reader): Promise<StoredDelivery[]> =>
      reader.webhookDelivery.findMany({
        where: { ...where, ...(before !== undefined && { messageId: { lt: before } }) },
        orderBy: { messageId: "desc" },
        take,
        include,
      }),
    count: (reader: Reader) => reader.webhookDelivery.count({ where }),
    before: ({ messageId }: StoredDelivery) => messageId,
  };
}

const beginRound = `
  UPDATE webhook_deliveries delivery
  SET round = round + 1, round_attempts = 0, status = 'PENDING', next_attempt_at = $3::timestamptz,
      emitted_at = $3::timestamptz, failure_reason = NULL, finished_at = NULL`;
const dueColumns = `
  delivery.organisation_id AS "organisationId", delivery.endpoint_id AS "endpointId",
  delivery.message_id AS "messageId", delivery.round`;

/** Starts a new round of a delivery in any state; returns nothing if the delivery does not exist. */
export async function redeliverOne(
  tx: Transaction,
  organisationId: string,
  endpointId: string,
  messageId: string,
  now: Date,
): Promise<DueDelivery[]> {
  if (!isId("deliveryEvent", messageId)) return [];
  return tx.$queryRawUnsafe<DueDelivery[]>(
    `${beginRound} WHERE organisation_id = $1 AND endpoint_id = $2 AND message_id = $4 RETURNING ${dueColumns}`,
    organisationId,
    endpointId,
    now,
    messageId,
  );
}

/** FAILED deliveries by creation time, including both ends. */
export interface FailedRange {
  since: Date;
  until: Date;
}

export async function countFailed(organisationId: string, endpointId: string, range: FailedRange): Promise<number> {
  const { since, until } = range;
  return prisma().webhookDelivery.count({
    where: { organisationId, endpointId, status: "FAILED", createdAt: { gte: since, lte: until } },
  });
}

/** Starts a new round for the oldest FAILED deliveries of a range, at most `limit` of those after `afterId`. */
export async function redeliverFailed(
  tx: Transaction,
  organisationId: string,
  endpointId: string,
  { since, until, afterId, limit, now }: FailedRange & { afterId: string; limit: number; now: Date },
): Promise<DueDelivery[]> {
  return tx.$queryRawUnsafe<DueDelivery[]>(
    `WITH failed AS (
       SELECT message_id FROM webhook_deliveries
       WHERE organisation_id = $1 AND endpoint_id = $2 AND status = 'FAILED' AND message_id > $4
         AND created_at BETWEEN $5::timestamptz AND $6::timestamptz
       ORDER BY message_id LIMIT $7::int FOR UPDATE
     ), begun AS (
       ${beginRound} FROM failed
       WHERE organisation_id = $1 AND endpoint_id = $2 AND delivery.message_id = failed.message_id
       RETURNING ${dueColumns}
     )
     SELECT * FROM begun ORDER BY "messageId"`,
    organisationId,
    endpointId,
    now,
    afterId,
    since,
    until,
    limit,
  );
}

/**
 * Deletes deliveries that ended before a time, with their attempts, and empties envelopes of the same age that have no
 * pending delivery. The row of an envelope remains, because its source key prevents a second notification. Returns the
 * number of deliveries and of envelopes.
 */
export async function deleteOldDeliveries(
  tx: Transaction,
  organisationId: string,
  { before, kept, take }: Outdated,
): Promise<number> {
  const values = [organisationId, before, ...periodBounds(kept), take];
  const deleted = await tx.$executeRawUnsafe(deleteDeliveries, ...values);
  return deleted + (await tx.$executeRawUnsafe(emptyMessages, ...values));
}

const deleteDeliveries = `
  WITH old AS MATERIALIZED (
    SELECT endpoint_id, message_id FROM webhook_deliveries
    WHERE organisation_id = $1 AND endpoint_id IN (SELECT id FROM webhook_endpoints WHERE organisation_id = $1)
      AND finished_at IS NOT NULL AND finished_at < $2::timestamptz
      AND ${outsidePeriods("created_at", "finished_at", ["$3", "$4"])}
    LIMIT $5::int FOR UPDATE
  ), attempts AS (
    DELETE FROM webhook_attempts
    WHERE organisation_id = $1 AND (endpoint_id, message_id) IN (SELECT endpoint_id, message_id FROM old)
  )
  DELETE FROM webhook_deliveries
  WHERE organisation_id = $1 AND (endpoint_id, message_id) IN (SELECT endpoint_id, message_id FROM old)`;

const emptyMessages = `
  UPDATE webhook_messages SET body = '' WHERE organisation_id = $1 AND id IN (
    SELECT id FROM webhook_messages message
    WHERE organisation_id = $1 AND created_at < $2::timestamptz AND body <> ''
      AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE organisation_id = $1 AND message_id = message.id)
      AND ${outsidePeriods("created_at", "created_at", ["$3", "$4"])}
    LIMIT $5::int)`;
