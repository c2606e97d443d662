import { expect, test } from "vitest";
import { endpointName, eventGroups, eventText, eventTypes, subjectText } from "@/components/features/webhooks/labels";
import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";

test("every event type has a description and belongs to one group", () => {
  expect([...eventTypes].sort()).toEqual([...webhookEventTypes].sort());
  const grouped = eventGroups.flatMap(({ choices }) => choices.map(({ value }) => value));
  expect(grouped.sort()).toEqual([...webhookEventTypes].sort());
  for (const type of eventTypes) expect(eventText(type)).toMatch(/^[A-Z].*\.$/);
});

test.each([
  ["audit.created", "INFERENCE", "mdl_1", "Inference · Credit scoring 4.2.0"],
  ["audit.created", "ALERT", "mdl_2", "Alert · mdl_2"],
  ["chain.integrity_failure", "hash_mismatch", null, "Hash mismatch"],
  ["chain.verified", "4217", null, "Through #4,217"],
  ["shadow_ai.detected", "api.openai.com", null, "api.openai.com"],
  ["evidence.ready", "ISO_42001", "mdl_1", "ISO/IEC 42001 · Credit scoring 4.2.0"],
  ["alert.triggered", "Low confidence", "mdl_1", "Low confidence · Credit scoring 4.2.0"],
  ["alert.triggered", null, null, null],
])("the summary of a %s delivery about %s and %s is %s", (type, subject, modelId, text) => {
  const modelName = (id: string) => (id === "mdl_1" ? "Credit scoring 4.2.0" : id);
  expect(subjectText({ type, subject, modelId }, { modelName })).toBe(text);
});

test.each([
  ["audit.high_severity", "SHADOW_AI_DETECTED", "Shadow AI detection opened · Replicate"],
  ["alert.triggered", "Unapproved AI", "Unapproved AI · Shadow AI detection opened · Replicate"],
])("the summary of a %s delivery includes its event, and not the system model", (type, subject, text) => {
  const event = "Shadow AI detection opened · Replicate";
  expect(subjectText({ type, subject, modelId: "mdl_0" }, { modelName: () => null, event })).toBe(text);
});

test.each([
  ["Risk team alerting", "Risk team alerting"],
  ["", "hooks.example.com/governance"],
])("the name of an endpoint with the description %j is %s", (description, name) => {
  expect(endpointName({ description, url: "https://hooks.example.com/governance/" })).toBe(name);
});
