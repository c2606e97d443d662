import { expect, test } from "vitest";
import { eventGroups, eventText, eventTypes, subjectText } from "@/components/features/webhooks/labels";
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
  ["chain.verified", "4217", null, "Up to position 4,217"],
  ["shadow_ai.detected", "api.openai.com", null, "api.openai.com"],
  ["evidence.ready", "ISO_42001", "mdl_1", "ISO/IEC 42001 · Credit scoring 4.2.0"],
  ["alert.triggered", "Low confidence", "mdl_1", "Low confidence · Credit scoring 4.2.0"],
  ["alert.triggered", null, null, null],
])("the summary of a %s delivery about %s and %s is %s", (type, subject, modelId, text) => {
  expect(subjectText({ type, subject, modelId }, new Map([["mdl_1", "Credit scoring 4.2.0"]]))).toBe(text);
});
