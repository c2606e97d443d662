import { expect, test } from "vitest";
import { statusLabel } from "@/components/ui/values/status-badge";
import { shownResult, topicText } from "./labels";

test.each([
  ["ping", "ignored", "Ping"],
  ["deployment.created", "ignored", "Not recorded"],
  ["deployment.created", "recorded", "Recorded"],
] as const)("the result of a delivery with the topic %s and the result %s is shown as %s", (topic, result, label) => {
  expect(statusLabel("received", shownResult({ topic, result }))).toBe(label);
});

test.each([
  ["deployment_status.created", "Deployment status created"],
  ["jira:issue_updated", "Issue updated"],
  ["ping", "Ping"],
])("the topic %s is shown as %s", (topic, text) => {
  expect(topicText(topic)).toBe(text);
});
