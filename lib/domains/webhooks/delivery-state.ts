import { parseRetryAfter } from "@/lib/platform/outgoing/outcome";

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

/** Failures that the receiver did not cause: they do not affect the endpoint's health and cause no e-mail. */
export const uncountedReasons: readonly FailureReason[] = ["endpoint_disabled", "endpoint_deleted"];

/** Statuses that a further attempt may follow. */
export const openStatuses: readonly DeliveryStatus[] = ["PENDING", "RETRY_SCHEDULED"];

/** Events that change the state of a delivery. */
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

/** The states of a delivery (specification, "Webhook delivery") and their transitions. */
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

/** The trigger for a delivery when one of its attempts ends. `error` is null on success. */
export function triggerOf(error: string | null, roundAttempts: number): Trigger {
  if (error === null) return "succeeded";
  if (error === "gone") return "gone";
  if (error === "address_refused") return "refused";
  return roundAttempts < attemptsPerRound ? "failed" : "failed_last";
}

export function isOpen(status: DeliveryStatus): boolean {
  return openStatuses.includes(status);
}

/** The columns of a delivery that change together. */
export interface Settlement {
  status: DeliveryStatus;
  failureReason: FailureReason | null;
  nextAttemptAtMs: number | null;
  finishedAtMs: number | null;
}

/**
 * The state of a delivery after a trigger. `nextAttemptAtMs` is the due time of the next attempt, if there is one.
 *
 * @throws Error for a trigger that is not valid in this status.
 */
export function settle(
  status: DeliveryStatus,
  trigger: Trigger,
  { nowMs, nextAttemptAtMs }: { nowMs: number; nextAttemptAtMs: number | undefined },
): Settlement {
  const { from, to, reason } = transitions[trigger];
  if (!from.includes(status)) throw new Error(`a ${status} delivery does not accept the trigger ${trigger}`);
  return isOpen(to)
    ? { status: to, failureReason: null, nextAttemptAtMs: nextAttemptAtMs ?? nowMs, finishedAtMs: null }
    : { status: to, failureReason: reason, nextAttemptAtMs: null, finishedAtMs: nowMs };
}

/** Seconds from the end of an attempt to the next one of its round (specification, "Retry schedule"). */
const delaysSeconds = [60, 300, 1_800, 10_800];

/** Attempts of a round: of the first delivery, and of each redelivery (specification, "Limits"). */
export const attemptsPerRound = delaysSeconds.length + 1;

interface Failure {
  /** Number of attempts in the round, 1 to 5. */
  roundAttempts: number;
  /** The receiver's `Retry-After` header, unparsed. */
  retryAfter: string | null;
  /** When the attempt ended, in milliseconds since the Unix epoch. */
  endedAtMs: number;
  /** Factor for all delays; 1 except in tests. */
  scale: number;
}

/**
 * Due time of the next attempt of the round, in milliseconds since the Unix epoch; undefined after the last attempt.
 * The receiver's `Retry-After` can lengthen a delay to at most twice its value and never shortens it.
 */
export function nextAttemptAtMs({ roundAttempts, retryAfter, endedAtMs, scale }: Failure): number | undefined {
  const seconds = delaysSeconds[roundAttempts - 1];
  if (seconds === undefined) return undefined;
  const delayMs = seconds * 1000 * scale;
  const askedMs = retryAfter === null ? 0 : (parseRetryAfter(retryAfter, endedAtMs) ?? 0);
  return endedAtMs + Math.round(Math.min(Math.max(delayMs, askedMs), 2 * delayMs));
}
