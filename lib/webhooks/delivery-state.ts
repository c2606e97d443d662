import { attemptsPerRound } from "@/lib/webhooks/retry-schedule";

export const deliveryStatuses = ["PENDING", "RETRY_SCHEDULED", "DELIVERED", "FAILED"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const failureReasons = [
  "attempts_exhausted",
  "gone",
  "address_refused",
  "endpoint_disabled",
  "endpoint_deleted",
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Reasons that are no fault of the receiver: they count for nobody's health, and no mail tells of them. */
export const uncountedReasons: readonly FailureReason[] = ["endpoint_disabled", "endpoint_deleted"];

/** Statuses that a further attempt may follow. */
export const openStatuses: readonly DeliveryStatus[] = ["PENDING", "RETRY_SCHEDULED"];

/** What can happen to a delivery. */
export type Trigger =
  | "succeeded"
  | "failed"
  | "failed_last"
  | "gone"
  | "refused"
  | "endpoint_disabled"
  | "endpoint_deleted"
  | "redelivered";

interface Transition {
  from: readonly DeliveryStatus[];
  to: DeliveryStatus;
  reason: FailureReason | null;
}

/** The states of a delivery (specification, "Webhook delivery") and what leads from one to another. */
export const transitions: Record<Trigger, Transition> = {
  succeeded: { from: openStatuses, to: "DELIVERED", reason: null },
  failed: { from: openStatuses, to: "RETRY_SCHEDULED", reason: null },
  failed_last: { from: openStatuses, to: "FAILED", reason: "attempts_exhausted" },
  gone: { from: openStatuses, to: "FAILED", reason: "gone" },
  refused: { from: openStatuses, to: "FAILED", reason: "address_refused" },
  endpoint_disabled: { from: openStatuses, to: "FAILED", reason: "endpoint_disabled" },
  endpoint_deleted: { from: openStatuses, to: "FAILED", reason: "endpoint_deleted" },
  redelivered: { from: deliveryStatuses, to: "PENDING", reason: null },
};

/** What an attempt that ended does to its delivery. `error` is null when it succeeded. */
export function triggerOf(error: string | null, roundAttempts: number): Trigger {
  if (error === null) return "succeeded";
  if (error === "gone") return "gone";
  if (error === "address_refused") return "refused";
  return roundAttempts < attemptsPerRound ? "failed" : "failed_last";
}

export function isOpen(status: DeliveryStatus): boolean {
  return openStatuses.includes(status);
}

/** What a delivery becomes: the columns that change together. */
export interface Settlement {
  status: DeliveryStatus;
  failureReason: FailureReason | null;
  nextAttemptAtMs: number | null;
  finishedAtMs: number | null;
}

/**
 * What a trigger makes of a delivery. `nextAttemptAtMs` is when the attempt after it is due, where one follows.
 *
 * @throws Error for a trigger that does not exist in this status.
 */
export function settle(
  status: DeliveryStatus,
  trigger: Trigger,
  { nowMs, nextAttemptAtMs }: { nowMs: number; nextAttemptAtMs: number | undefined },
): Settlement {
  const { from, to, reason } = transitions[trigger];
  if (!from.includes(status)) throw new Error(`a delivery that is ${status} cannot have ${trigger}`);
  return isOpen(to)
    ? { status: to, failureReason: null, nextAttemptAtMs: nextAttemptAtMs ?? nowMs, finishedAtMs: null }
    : { status: to, failureReason: reason, nextAttemptAtMs: null, finishedAtMs: nowMs };
}
