import { expect, test } from "vitest";
import { subjectOf } from "@/lib/domains/webhooks/delivery-subject";
import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";
import { exampleData } from "@/lib/domains/webhooks/schemas-events";

test("the subject of every event type is read from its data", () => {
  const read = webhookEventTypes.map((type) => [type, subjectOf(type, JSON.stringify({ data: exampleData(type) }))]);
  const eventId = null;
  const modelId = expect.stringMatching(/^mdl_/);
  expect(Object.fromEntries(read)).toEqual({
    "audit.created": { subject: "INFERENCE", modelId, eventId },
    "audit.high_severity": { subject: "ALERT", modelId, eventId },
    "chain.integrity_failure": { subject: "hash_mismatch", modelId: null, eventId },
    "chain.verified": { subject: "4217", modelId: null, eventId },
    "shadow_ai.detected": { subject: "api.openai.com", modelId: null, eventId },
    "shadow_ai.resolved": { subject: "api.openai.com", modelId: null, eventId },
    "evidence.ready": { subject: "EU_AI_ACT_ANNEX_IV", modelId, eventId },
    "evidence.expired": { subject: "EU_AI_ACT_ANNEX_IV", modelId, eventId },
    "alert.triggered": { subject: "Low confidence in production", modelId, eventId },
    "model.registered": { subject: "Credit scoring", modelId: null, eventId },
    "integration.disconnected": { subject: "Models repository", modelId: null, eventId },
  });
});

test.each([
  ["audit.created", { id: "evt_1" }, "evt_1"],
  ["audit.high_severity", { id: "evt_1" }, "evt_1"],
  ["alert.triggered", { id: "evt_2", eventId: "evt_1" }, "evt_1"],
  ["alert.triggered", { eventId: "export" }, null],
  ["chain.integrity_failure", { eventId: "evt_1" }, null],
  ["model.registered", { id: "mdl_1" }, null],
])("the event of %s with %j is %s", (type, data, expected) => {
  expect(subjectOf(type, JSON.stringify({ data })).eventId).toBe(expected);
});

test.each([
  ["an emptied envelope", "audit.created", ""],
  ["an unknown type", "toString", '{"data":{}}'],
  ["data without the member", "shadow_ai.detected", '{"data":{}}'],
  ["no data", "shadow_ai.detected", "{}"],
  ["an incomplete envelope", "audit.created", '{"data":{'],
  ["an envelope without members", "audit.created", "null"],
  ["invalid IDs", "audit.created", '{"data":{"id":"export","modelId":"export"}}'],
])("there is no subject for %s", (_, type, body) => {
  expect(subjectOf(type, body)).toEqual({ subject: null, modelId: null, eventId: null });
});
