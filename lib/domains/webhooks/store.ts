import type { FailureReason } from "@/lib/domains/webhooks/delivery-state";
import type { Prisma, WebhookEndpoint } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/database/db";
import { RecordStore } from "@/lib/platform/resource/record-store";

/** Its secrets are encrypted. */
export type StoredEndpoint = WebhookEndpoint;

/** Endpoints of organisations, active or not. */
export const endpoints = new RecordStore<StoredEndpoint, Prisma.WebhookEndpointUncheckedUpdateInput>({
  noun: "webhook endpoint",
  plural: "webhook endpoints",
  id: "webhookEndpoint",
  table: "webhook_endpoints",
  max: 50,
  model: (reader) => reader.webhookEndpoint,
});

export async function insertEndpoint(
  tx: Transaction,
  data: Prisma.WebhookEndpointUncheckedCreateInput,
): Promise<StoredEndpoint> {
  return tx.webhookEndpoint.create({ data });
}

/**
 * Deliveries that end with a change of their endpoint. After a long outage more may wait: those are ended one by one when
 * they are due, because an attempt begins by looking at the endpoint.
 */
const endedMax = 20_000;

/**
 * Ends deliveries of an endpoint that are not finished, as FAILED for a reason. Those that an attempt holds at this moment
 * are left to it, so that neither waits for the other: the next attempt finds the endpoint as it is by then.
 */
export async function endUndelivered(
  tx: Transaction,
  { organisationId, id }: StoredEndpoint,
  reason: FailureReason,
  at: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_deliveries
    SET status = 'FAILED', failure_reason = ${reason}, finished_at = ${at}, next_attempt_at = NULL
    WHERE organisation_id = ${organisationId} AND endpoint_id = ${id} AND message_id IN (
      SELECT message_id FROM webhook_deliveries
      WHERE organisation_id = ${organisationId} AND endpoint_id = ${id}
        AND status IN ('PENDING', 'RETRY_SCHEDULED')
      LIMIT ${endedMax} FOR UPDATE SKIP LOCKED)`;
}
