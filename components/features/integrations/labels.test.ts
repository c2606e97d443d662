import { expect, test } from "vitest";
import { statusLabel } from "@/components/ui/values/status-badge";
import { shownResult } from "./labels";

test.each([
  ["ping", "ignored", "Ping"],
  ["deployment.created", "ignored", "Not recorded"],
  ["deployment.created", "recorded", "Recorded"],
] as const)("the result of a delivery with the topic %s and the result %s is shown as %s", (topic, result, label) => {
  expect(statusLabel("received", shownResult({ topic, result }))).toBe(label);
});
