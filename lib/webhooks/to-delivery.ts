import type { StoredAttempt } from "@/lib/webhooks/attempt-store";
import type { StoredDelivery } from "@/lib/webhooks/delivery-store";
import { Delivery, DeliveryDetail } from "@/lib/webhooks/schemas-deliveries";

/** A stored delivery as callers see it. */
export function toDelivery(stored: StoredDelivery): Delivery {
  return Delivery.parse({
    id: stored.messageId,
    endpointId: stored.endpointId,
    type: stored.type,
    status: stored.status,
    attempts: stored.attempts,
    nextAttemptAt: stored.nextAttemptAt?.toISOString() ?? null,
    failureReason: stored.failureReason,
    createdAt: stored.createdAt.toISOString(),
    finishedAt: stored.finishedAt?.toISOString() ?? null,
  });
}

/** The same with what is sent and every attempt. */
export function toDeliveryDetail(stored: StoredDelivery, body: string, attempts: StoredAttempt[]): DeliveryDetail {
  return DeliveryDetail.parse({
    ...toDelivery(stored),
    body: JSON.parse(body),
    attemptLog: attempts.map((attempt) => ({
      ...attempt,
      startedAt: attempt.startedAt.toISOString(),
      finishedAt: attempt.finishedAt?.toISOString() ?? null,
    })),
  });
}
