import type { Transaction } from "@/lib/db";
import { enqueue } from "@/lib/jobs/outbox-store";
import type { DueDelivery } from "@/lib/webhooks/delivery-store";

/** Hands deliveries to the job that makes their attempts, with the transaction. */
export async function enqueueDue(tx: Transaction, deliveries: DueDelivery[]): Promise<void> {
  await enqueue(
    tx,
    deliveries.map(({ organisationId, endpointId, messageId, round }) => ({
      name: "webhooks/delivery.due" as const,
      data: { organisationId, endpointId, messageId, round },
    })),
  );
}
