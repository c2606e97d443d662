import { expect, test } from "vitest";
import {
  deliveryStatuses,
  isOpen,
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
] as const)("an attempt with error %s and number %i in its round is %s", (error, roundAttempts, expected) => {
  expect(triggerOf(error, roundAttempts)).toBe(expected);
});

const triggers = Object.keys(transitions) as Trigger[];

test("only a redelivery changes a finished delivery", () => {
  for (const status of deliveryStatuses) {
    for (const trigger of triggers) {
      const move = () => settle(status, trigger, { nowMs, nextAttemptAtMs: nowMs });
      if (isOpen(status) || trigger === "redelivered") expect(move().status).toBe(transitions[trigger].to);
      else expect(move).toThrow();
    }
  }
});
