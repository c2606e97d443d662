import type { FailureReason } from "@/lib/domains/webhooks/delivery-state";
import type { Prisma, WebhookEndpoint } from "@/lib/generated/prisma/client";
import { generateSigningSecret } from "@/lib/platform/crypto/stored-secrets";
import type { Transaction } from "@/lib/platform/database/db";
import { RecordStore } from "@/lib/platform/resource/record-store";

/** Its secrets are encrypted. */
export type StoredEndpoint = WebhookEndpoint;

/** The encryption context of an endpoint's secrets, which binds them to the endpoint. */
export function secretContext(organisationId: string, endpointId: string): string {
  return `webhook-endpoint/${organisationId}/${endpointId}`;
}

/** Endpoints of organisations, active or not. */
export const endpoints = new RecordStore<
  StoredEndpoint,
  Prisma.WebhookEndpointUncheckedCreateInput,
  Prisma.WebhookEndpointUncheckedUpdateInput
>({
  noun: "webhook endpoint",
  plural: "webhook endpoints",
  id: "webhookEndpoint",
  table: "webhook_endpoints",
  max: 50,
  model: (reader) => reader.webhookEndpoint,
  secret: { generate: generateSigningSecret, context: secretContext },
});

/**
 * Maximum number of deliveries ended together with a change of their endpoint. After a long outage there may be more:
 * they end individually when due, because each attempt checks the endpoint first.
 */
const endedMax = 20_000;

/**
 * Ends the unfinished deliveries of an endpoint as FAILED, with a reason. Deliveries with an attempt in progress are
 * skipped, so that neither waits for the other: their next attempt finds the endpoint's new state.
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
