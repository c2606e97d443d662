import fc from "fast-check";
import { expect, test } from "vitest";
import {
  attemptsPerRound,
  type DeliveryStatus,
  deliveryStatuses,
  isOpen,
  nextAttemptAtMs,
  type Settlement,
  settle,
  type Trigger,
  transitions,
  triggerOf,
} from "@/lib/domains/webhooks/delivery-state";

const nowMs = Date.parse("2026-11-20T10:00:00.000Z");

test.each([
  [null, 1, "succeeded"],
  [null, 5, "succeeded"],
  ["status", 1, "failed"],
  ["interrupted", 4, "failed"],
  ["timeout", 5, "failed_last"],
  ["interrupted", 5, "failed_last"],
  ["gone", 1, "gone"],
  ["gone", 5, "gone"],
  ["address_refused", 1, "refused"],
] as const)("an attempt that ended with %s, the round's number %i, is %s", (error, roundAttempts, expected) => {
  expect(triggerOf(error, roundAttempts)).toBe(expected);
});

const triggers = Object.keys(transitions) as Trigger[];

test("a finished delivery is left by a redelivery only, and every other move is refused", () => {
  for (const status of deliveryStatuses) {
    for (const trigger of triggers) {
      const move = () => settle(status, trigger, { nowMs, nextAttemptAtMs: nowMs });
      if (isOpen(status) || trigger === "redelivered") expect(move().status).toBe(transitions[trigger].to);
      else expect(move).toThrow();
    }
  }
});

interface Delivery extends Settlement {
  round: number;
  attempts: number;
  roundAttempts: number;
}

type Step = { attempt: string | null; retryAfter: string | null } | { trigger: "redelivered" | "endpoint_disabled" };

/** The delivery after a step, where the step is possible; the numbers count as the claim counts them. */
function after(delivery: Delivery, step: Step, atMs: number): Delivery {
  if ("trigger" in step) {
    if (!transitions[step.trigger].from.includes(delivery.status)) return delivery;
    const settled = settle(delivery.status, step.trigger, { nowMs: atMs, nextAttemptAtMs: undefined });
    if (step.trigger === "endpoint_disabled") return { ...delivery, ...settled };
    return { ...delivery, ...settled, round: delivery.round + 1, roundAttempts: 0 };
  }
  if (!isOpen(delivery.status)) return delivery;
  const roundAttempts = delivery.roundAttempts + 1;
  const next = nextAttemptAtMs({ roundAttempts, retryAfter: step.retryAfter, endedAtMs: atMs, scale: 1 });
  const settled = settle(delivery.status, triggerOf(step.attempt, roundAttempts), {
    nowMs: atMs,
    nextAttemptAtMs: next,
  });
  return { ...delivery, ...settled, attempts: delivery.attempts + 1, roundAttempts };
}

test("whatever happens: five attempts a round at most, numbers that only rise, and finished is what has none ahead", () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        attempt: fc.constantFrom(null, "status", "timeout", "interrupted", "gone", "address_refused", "dns"),
        retryAfter: fc.option(fc.nat({ max: 100_000 }).map(String)),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ trigger: fc.constantFrom("redelivered" as const, "endpoint_disabled" as const) }),
    },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const start = {
        status: "PENDING" as DeliveryStatus,
        failureReason: null,
        nextAttemptAtMs: nowMs,
        finishedAtMs: null,
      };
      let delivery: Delivery = { ...start, round: 0, attempts: 0, roundAttempts: 0 };
      for (const [index, one] of steps.entries()) {
        const before = delivery;
        delivery = after(before, one, nowMs + index);
        expect(delivery.roundAttempts).toBeLessThanOrEqual(attemptsPerRound);
        expect(delivery.attempts).toBeLessThanOrEqual(attemptsPerRound * (delivery.round + 1));
        expect(delivery.attempts - before.attempts).toBe("attempt" in one && isOpen(before.status) ? 1 : 0);
        expect(delivery.finishedAtMs === null).toBe(isOpen(delivery.status));
        expect(delivery.nextAttemptAtMs === null).toBe(!isOpen(delivery.status));
        expect(delivery.failureReason === null).toBe(delivery.status !== "FAILED");
      }
    }),
  );
});
