import { expect, test } from "vitest";
import { subjectOf } from "@/lib/domains/webhooks/delivery-subject";
import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";
import { exampleData } from "@/lib/domains/webhooks/schemas-events";

test("the subject of every event type is read from its data", () => {
  const read = webhookEventTypes.map((type) => [type, subjectOf(type, JSON.stringify({ data: exampleData(type) }))]);
  const modelId = expect.stringMatching(/^mdl_/);
  expect(Object.fromEntries(read)).toEqual({
    "audit.created": { subject: "INFERENCE", modelId },
    "audit.high_severity": { subject: "ALERT", modelId },
    "chain.integrity_failure": { subject: "hash_mismatch", modelId: null },
    "chain.verified": { subject: "4217", modelId: null },
    "shadow_ai.detected": { subject: "api.openai.com", modelId: null },
    "shadow_ai.resolved": { subject: "api.openai.com", modelId: null },
    "evidence.ready": { subject: "EU_AI_ACT_ANNEX_IV", modelId },
    "evidence.expired": { subject: "EU_AI_ACT_ANNEX_IV", modelId },
    "alert.triggered": { subject: "Low confidence in production", modelId },
    "model.registered": { subject: "Credit scoring", modelId: null },
    "integration.disconnected": { subject: "Models repository", modelId: null },
  });
});

test.each([
  ["an emptied envelope", "audit.created", ""],
  ["an unknown type", "toString", '{"data":{}}'],
  ["data without the member", "shadow_ai.detected", '{"data":{}}'],
  ["no data", "shadow_ai.detected", "{}"],
])("there is no subject for %s", (_, type, body) => {
  expect(subjectOf(type, body)).toEqual({ subject: null, modelId: null });
});
