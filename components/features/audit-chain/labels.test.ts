import { expect, test } from "vitest";
import { actorName, receiptDelay } from "./labels";

const recordedAt = "2026-11-20T10:00:00.000Z";

test.each([
  ["2026-11-20T10:00:00.000Z", null],
  ["2026-11-19T10:00:00.000Z", null],
  ["2026-11-19T09:59:59.999Z", "Recorded 24 hours later"],
  ["2026-11-18T08:00:00.000Z", "Recorded 50 hours later"],
  ["2026-11-10T10:00:00.000Z", "Recorded 10 days later"],
  ["2026-11-22T10:00:00.000Z", "Recorded 48 hours earlier"],
  ["no time", null],
])("receipt delay of an event of %s recorded on 20 November: %j", (timestamp, text) => {
  expect(receiptDelay({ timestamp, recordedAt })).toBe(text);
});

test.each([
  [{ type: "SERVICE", id: "key_01", displayName: "Demo" }, "API key Demo"],
  [{ type: "SERVICE", id: "payments-gateway" }, "payments-gateway"],
  [{ type: "USER", id: "usr_01", displayName: "ada@bank.example" }, "ada@bank.example"],
  [{ type: "USER", id: "key_01", displayName: "Pipeline" }, "Pipeline"],
  [{ type: "SYSTEM", id: "reports" }, "Reports"],
  [{ type: "SYSTEM", id: "shadow-ai" }, "Shadow AI detection"],
  [{ type: "SYSTEM", id: "Engine 2" }, "Engine 2"],
  [null, "Erased"],
] as const)("names the actor %j %j", (actor, name) => {
  expect(actorName({ actor })).toBe(name);
});
