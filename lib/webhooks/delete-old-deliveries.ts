import type { Transaction } from "@/lib/db";
import { type Outdated, outsidePeriods, periodBounds } from "@/lib/periods";

/**
 * Deletes deliveries that ended before a time, with their attempts, and empties the envelopes that are as old and on no way any
 * more. The row of an envelope stays: by its source it is known that it was told. Answers how many deliveries and envelopes.
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
    DELETE FROM webhook_attempts WHERE (endpoint_id, message_id) IN (SELECT endpoint_id, message_id FROM old)
  )
  DELETE FROM webhook_deliveries WHERE (endpoint_id, message_id) IN (SELECT endpoint_id, message_id FROM old)`;

const emptyMessages = `
  UPDATE webhook_messages SET body = '' WHERE id IN (
    SELECT id FROM webhook_messages message
    WHERE organisation_id = $1 AND created_at < $2::timestamptz AND body <> ''
      AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE message_id = message.id)
      AND ${outsidePeriods("created_at", "created_at", ["$3", "$4"])}
    LIMIT $5::int)`;
